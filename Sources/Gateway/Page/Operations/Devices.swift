import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird
import Messages

/// What the daemon knows of devices, for those who may see it.
extension GatewayAPI {
    static let deviceOperations: [Operation] = [
        .answering(
            .get, "devices", "list_devices",
            "The devices of which the person sees where they are; for programs of this machine, its own.",
            .list("devices", of: "Device")
        ) { api, call in
            let sight = try await api.sight(of: try call.known())
            return await api.devices.all.compactMap(sight.of)
        },
        Operation(
            .get, "devices/{device}/positions", "device_positions",
            "The positions that are kept, a line each; its owner.",
            query: [
                Parameter("since", .time), Parameter("until", .time),
                Parameter("limit", .integer(1...1_000_000)),
            ],
            [
                Operation.Answer(
                    status: 200, description: "Lines of JSON.", schema: #"{"type": "string"}"#,
                    mediaType: "application/x-ndjson")
            ]
        ) { api, call in
            let device = try await api.owned(try call.path("device"), call)
            return try await api.daemon.pass(
                .get, "/v1/devices/\(device)/positions", query: call.query)
        },
        Operation(
            .get, "regions", "regions", "What a device watches, as GeoJSON; its owner.",
            query: [deviceParameter],
            [
                Operation.Answer(
                    status: 200, description: "GeoJSON, the nearest first.",
                    schema: Schema.reference("Regions"),
                    mediaType: "application/geo+json")
            ]
        ) { api, call in
            try await api.passOwned("/v1/regions", call)
        },
        Operation(
            .get, "history", "history", "Notices of the past of devices; their owner.",
            query: [
                Parameter(
                    "device", .text(1...2000),
                    "Ids, with commas between; without it, the device of this machine."),
                Parameter("since", .time), Parameter("until", .time),
                Parameter("transitions", .text(1...100)), Parameter("kinds", .text(1...200)),
                Parameter("after", .integer(0...Int64.max)),
                Parameter("last", .integer(1...100_000)), Parameter("limit", .integer(1...100_000)),
            ], [.ok(Schema.history, "Notices, the oldest first.")]
        ) { api, call in
            try await api.passOwned("/v1/history", call)
        },
        Operation(
            .get, "explain", "explain",
            "Why something was told of a device, or was not; its owner.",
            query: [
                deviceParameter, Parameter("sequence", .integer(1...Int64.max)),
                Parameter("region", .text(1...300)), Parameter("time", .time),
            ], [.ok(Schema.reference("Explanation"), "Why, with the fixes that it is about.")]
        ) { api, call in
            try await api.passOwned("/v1/explain", call)
        },
    ]

    private static let deviceParameter = Parameter(
        "device", .text(1...64), "Its id; without it, the device of this machine.")

    /// `device` if the caller owns it; throws as if it were not there otherwise.
    private func owned(_ device: String, _ call: Call) async throws -> String {
        guard try await sight(of: try call.known()).levels[device] == .owner else {
            throw Problem.nothingHere
        }
        return device
    }

    private func passOwned(_ path: String, _ call: Call) async throws -> Response {
        guard let own = await devices.own else {
            throw Problem.away
        }
        let named = call.query.filter { $0.name == "device" }.map(\.value)
        guard named.count <= 1 else {
            throw Problem(field: "device", "is there twice: ask for one at a time")
        }
        let device = named.first ?? own
        let levels = try await sight(of: try call.known()).levels
        // Only of the past, the daemon knows more than one at a time.
        let parts =
            path == "/v1/history"
            ? device.split(separator: ",", omittingEmptySubsequences: false) : [device[...]]
        guard parts.allSatisfy({ levels[String($0)] == .owner }) else { throw Problem.nothingHere }
        return try await daemon.pass(
            .get, path, query: call.query.filter { $0.name != "device" } + [("device", device)])
    }
}
