import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird

/// How the gateway and the daemon are.
extension GatewayAPI {
    static let statusOperations: [Operation] = [
        Operation(
            .get, "status", "status",
            "How the gateway is, and whether the daemon answers; more for whose device this machine's is.",
            for: .signedIn, [.ok(Schema.anyObject, "How it is now.")]
        ) { api, call in
            var members: [String: AnyJSON] = [
                "version": .string(api.page.version),
                "started": .string(UnixTime(seconds: api.page.started).description),
                "daemon": .string(await api.devices.isAway == false ? "works" : "away"),
            ]
            // It says where the device of this machine is.
            let sight = try await api.sight(of: try call.known())
            if let own = await api.devices.own, sight.levels[own] == .owner,
                let status = try? await api.daemon.json(.get, "/v1/status")
            {
                members["geofenced"] = status
            }
            return try Response.json(AnyJSON.object(members))
        }
    ]
}
