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
            "How the gateway is, and whether the daemon answers; more for admins.",
            for: .signedIn, [.ok(Schema.anyObject, "How it is now.")]
        ) { api, call in
            var members: [String: AnyJSON] = [
                "version": .string(api.page.version),
                "started": .string(UnixTime(seconds: api.page.started).description),
                "daemon": .string(await api.devices.isAway == false ? "works" : "away"),
            ]
            let isAdmin = call.session?.isAdmin ?? (call.caller == .machine)
            if isAdmin, let status = try? await api.daemon.json(.get, "/v1/status") {
                members["geofenced"] = status
            }
            return try Response.json(AnyJSON.object(members))
        }
    ]
}
