import APIClient
import Community
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird

/// Phones and whose they are; what the daemon knows of devices, for those who may see it.
extension GatewayAPI {
    private static let until = Parameter("until", .time, nullable: true, "It ends then.")

    static let phones: [Operation] = [
        Operation(
            .get, "phones", "list_phones", "The phones of which the person sees something.",
            for: .signedIn, [.ok(Schema.list("phones", of: "Phone"))]
        ) { api, call in
            try Response.json(
                try await api.community.phones(by: try call.known()), in: "phones", as: .phone)
        },
        Operation(
            .post, "phones", "add_phone", "Adds a phone of the person.", for: .signedIn,
            body: [
                Parameter("name", .text(1...80), required: true),
                Parameter("id", .text(1...64), "Of the device; without it, made of the name."),
                Parameter("owner", .text(1...40), "Whose it is; only from this machine."),
            ], [.created(Schema.reference("Phone"))]
        ) { api, call in
            let caller = try call.known()
            let owner: PersonID?
            if case .person(let person) = caller {
                guard !call.arguments.says("owner") else {
                    throw Parameter("owner", .flag).problem(
                        "is for programs of this machine: leave it out")
                }
                owner = person
            } else {
                owner = call.arguments.text("owner").flatMap { PersonID($0) }
            }
            guard let owner else {
                throw Parameter("owner", .flag).problem("is no person: name whose phone it is")
            }
            let phone = try await api.addPhone(
                call.arguments.text("id"), called: call.arguments.text("name")!, of: owner,
                by: caller)
            return try Response.json(phone, as: .phone, status: .created)
        },
        Operation(
            .patch, "phones/{phone}", "change_phone", "Changes its name; its owner.",
            for: .signedIn, body: [Parameter("name", .text(1...80), required: true)],
            [.ok(Schema.reference("Phone"))], current: currentPhone
        ) { api, call in
            try Response.json(
                try await api.community.editPhone(
                    try call.path("phone"), name: call.arguments.text("name")!,
                    by: try call.known()), as: .phone)
        },
        Operation(
            .delete, "phones/{phone}", "remove_phone",
            "Removes it, with its history if history is forget; its owner.", for: .signedIn,
            query: [Parameter("history", .choice(["forget"]))], [.done], current: currentPhone
        ) { api, call in
            let phone = try await api.community.phone(try call.path("phone"), by: try call.known())
            guard phone.visibility == .owner || call.caller == .machine else {
                throw CommunityError.forbidden("\(phone.id) is not yours: only its owner may")
            }
            // The daemon comes first: without it nothing changes, and the person tries again.
            try await api.forget(phone.id, history: call.query("history") == "forget")
            try await api.community.removePhone(phone.id, by: try call.known())
            return .done
        },
        Operation(
            .get, "phones/{phone}/sharing", "list_sharing",
            "Which households see what of it; its owner.",
            for: .person, [.ok(Schema.list("sharing", of: "Sharing"))]
        ) { api, call in
            let sharing = try await api.community.sharing(
                of: try call.path("phone"), by: .person(try call.person()))
            return try Response.json(["sharing": sharing])
        },
        Operation(
            .put, "phones/{phone}/sharing/{group}", "share_phone",
            "Shows a household arrivals, or where it is; its owner.", for: .person,
            body: [
                Parameter("level", .choice(["arrivals", "position"]), required: true), until,
            ], [.done]
        ) { api, call in
            try await api.community.share(
                try call.path("phone"), with: try call.groupInPath(),
                level: .init(rawValue: call.arguments.text("level")!),
                until: call.arguments.time("until"), by: .person(try call.person()))
            return .done
        },
        Operation(
            .delete, "phones/{phone}/sharing/{group}", "stop_sharing",
            "Shows it no more; its owner.",
            for: .person, [.done]
        ) { api, call in
            try await api.community.share(
                try call.path("phone"), with: try call.groupInPath(), level: nil,
                by: .person(try call.person()))
            return .done
        },
    ]

    private static let currentPhone: Operation.Current = { api, call in
        let phone = try await api.community.phone(try call.path("phone"), by: try call.known())
        return try AnyJSON(encoding: phone).versioned(by: .phone)
    }

    static let deviceOperations: [Operation] = [
        Operation(
            .get, "devices", "list_devices",
            "The devices of which the person sees where they are; for programs of this machine, its own.",
            for: .signedIn, [.ok(Schema.list("devices", of: "Device"))]
        ) { api, call in
            let sight = try await api.sight(of: try call.known())
            return try Response.json(["devices": await api.devices.all.compactMap(sight.of)])
        },
        Operation(
            .get, "devices/{device}/positions", "device_positions",
            "The positions that are kept, a line each; its owner.", for: .signedIn,
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
            for: .signedIn, query: [deviceParameter],
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
            for: .signedIn,
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
            for: .signedIn,
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

    /// `id`: of the device; `nil`: made of the name. Throws if the daemon follows such a device
    /// already: somebody else's positions would become the owner's.
    private func addPhone(
        _ id: String?, called name: String, of owner: PersonID, by caller: Caller
    ) async throws -> Phone {
        // Asked before: as soon as there is the phone, the daemon gets to know it.
        let followed = try await followedDevices()
        if let id { try Self.check(id, isNoneOf: followed) }
        let phone = try await community.addPhone(
            device: id, name: name, owner: owner, by: caller
        ).phone
        do {
            try Self.check(phone.id, isNoneOf: followed)
            return phone
        } catch {
            try await community.removePhone(phone.id, by: caller)
            throw error
        }
    }

    private func followedDevices() async throws -> Set<String> {
        let known = try await daemon.json(.get, "/v1/devices")["devices"]?.elements ?? []
        return Set(known.compactMap { $0["id"]?.string })
    }

    private static func check(_ id: String, isNoneOf followed: Set<String>) throws {
        guard !followed.contains(id) else {
            throw CommunityError.conflict(
                "geofenced follows a device \(id) already: choose another name or id")
        }
    }

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
            throw Parameter("device", .flag).problem("is there twice: ask for one at a time")
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
