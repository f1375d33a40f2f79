import APIClient
import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import MQTT
import Messages

/// How the gateway and the daemon are.
extension GatewayAPI {
    static let statusOperations: [Operation] = [
        .answering(
            .get, "status", "status",
            "How the gateway is, and whether the daemon answers; more for whose device this machine's is.",
            .ok(Schema.anyObject, "How it is now.")
        ) { api, call in
            var members: [String: AnyJSON] = [
                "version": .string(api.page.version),
                "started": .string(Timestamp(seconds: api.page.started).description),
                "daemon": .string(await api.devices.isAway == false ? "works" : "away"),
                "ways": try AnyJSON(encoding: try await api.ways(for: try call.known())),
            ]
            members["routes"] = try await AnyJSON(encoding: api.routesState())
            if try call.known() == .machine {
                members["state_directory"] = api.page.stateDirectory.map { .string($0) }
            }
            // It says where the device of this machine is.
            let sight = try await api.sight(of: try call.known())
            if let own = await api.devices.own, sight.levels[own] == .owner,
                let status = try? await api.daemon.json(.get, "/v1/status")
            {
                members["geofenced"] = status
            }
            return AnyJSON.object(members)
        },
        .answering(
            .post, "metrics/token", "renew_metrics_token",
            "A new token with which a program reads /metrics; the one before is worth nothing.",
            for: .admin,
            Operation.Answer(
                status: 201, description: "It is shown once.",
                schema: Schema.made(["token": Schema.string]))
        ) { api, call in
            let token = try await api.community.renewMetricsToken(by: try call.known())
            return ["token": token.text]
        },
    ]

    /// The engines that there are, the best first, and what the one of this machine looks in.
    private struct RoutesState: Encodable {
        var engines: [String]
        var prepared: RouteFolder.Prepared?
    }

    private func routesState() async -> RoutesState {
        RoutesState(engines: await desk.names(), prepared: await routes.prepared())
    }

    /// Those of the machine are for admins, those of a person for that person; programs of this
    /// machine see all.
    private func ways(for caller: Caller) async throws -> [EndpointState] {
        guard case .person(let id) = caller else { return await ways() }
        let isAdmin = try await community.person(id, by: caller).isAdmin
        return await ways().filter { way in
            way.person.map { $0 == id.description } ?? isAdmin
        }
    }
}
