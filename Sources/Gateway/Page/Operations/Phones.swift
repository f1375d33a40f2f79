import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird
import Posix

/// Phones, whose they are, how they get in, and who sees them.
extension GatewayAPI {
    private static let until = Parameter("until", .time, nullable: true, "It ends then.")

    static let phones: [Operation] = [
        .answering(
            .get, "phones", "list_phones", "The phones of which the person sees something.",
            .list("phones", of: "Phone", as: .phone)
        ) { api, call in
            try await api.community.phones(by: call.known())
        },
        .answering(
            .post, "phones", "add_phone",
            "Adds a phone of the person, and says what to type into its apps.",
            body: [
                Parameter("name", .text(1...80), required: true),
                Parameter("id", .text(1...64), "Of the device; without it, made of the name."),
                Parameter("owner", .text(1...40), "Whose it is; only from this machine."),
                Parameter("person", .text(1...40), "The same."), topic,
            ], .created(Schema.reference("SetUpPhone"))
        ) { api, call in
            try api.checkTopic(call)
            let (phone, token) = try await api.addPhone(
                call.arguments.text("id"), called: call.arguments.text("name")!,
                topic: call.arguments.text("topic"), of: try owner(call), by: try call.known())
            return try api.setUp(phone, token)
        },
        .answering(
            .patch, "phones/{phone}", "change_phone",
            "Changes what the body says: its name; its topic, only admins; whether servers of places are asked around it. Its owner.",
            body: [
                Parameter("name", .text(1...80)), topic,
                Parameter(
                    "asks_servers", .flag, "Whether they may be asked for what is around it."),
            ], .item("Phone", as: .phone),
            current: currentPhone
        ) { api, call in
            try api.checkTopic(call)
            return try await api.community.editPhone(
                try call.path("phone"), name: call.arguments.text("name"),
                topic: call.arguments.says("topic") ? .some(call.arguments.text("topic")) : nil,
                asksServers: call.arguments.flag("asks_servers"), by: try call.known())
        },
        .answering(
            .post, "phones/{phone}/token", "renew_phone_token",
            "A new token, and what to type; the one before is worth nothing. Its owner.",
            .ok(Schema.reference("SetUpPhone"))
        ) { api, call in
            let caller = try call.known()
            let token = try await api.community.renewToken(
                of: try call.path("phone"), by: caller)
            let phone = try await api.community.phone(try call.path("phone"), by: caller)
            return try api.setUp(phone, token)
        },
        .doing(
            .delete, "phones/{phone}", "remove_phone",
            "Removes it, with its history if history is forget; its owner.",
            query: [Parameter("history", .choice(["forget"]))], current: currentPhone
        ) { api, call in
            let phone = try await api.community.phone(try call.path("phone"), by: try call.known())
            guard phone.visibility == .owner || call.caller == .machine else {
                throw CommunityError.forbidden("\(phone.id) is not yours: only its owner may")
            }
            // The daemon comes first: without it nothing changes, and the person tries again.
            try await api.forget(phone.id, history: call.query("history") == "forget")
            try await api.community.removePhone(phone.id, by: try call.known())
            // Until now, positions that came had the daemon begin it anew.
            try? await api.forget(phone.id, history: call.query("history") == "forget")
        },
        .answering(
            .get, "phones/{phone}/sharing", "list_sharing",
            "Which households see what of it; its owner.", for: .person,
            .list("sharing", of: "Sharing")
        ) { api, call in
            try await api.community.sharing(of: call.path("phone"), by: .person(call.person()))
        },
        .doing(
            .put, "phones/{phone}/sharing/{group}", "share_phone",
            "Shows a household arrivals, or where it is; its owner.", for: .person,
            body: [
                Parameter("level", .choice(["arrivals", "position"]), required: true), until,
            ]
        ) { api, call in
            try await api.community.share(
                call.path("phone"), with: call.groupInPath(),
                level: .init(rawValue: call.arguments.text("level")!),
                until: call.arguments.time("until"), by: .person(call.person()))
        },
        .doing(
            .delete, "phones/{phone}/sharing/{group}", "stop_sharing",
            "Shows it no more; its owner.", for: .person
        ) { api, call in
            try await api.community.share(
                try call.path("phone"), with: try call.groupInPath(), level: nil,
                by: .person(try call.person()))
        },
    ]

    private static let currentPhone: Operation.Current = { api, call in
        try await api.community.phone(call.path("phone"), by: call.known()).versioned(by: .phone)
    }

    private static let topic = Parameter(
        "topic", .text(1...256), nullable: true,
        "Of MQTT, where it publishes, as owntracks/anna/phone; only admins.")

    /// Whose phone it will be.
    private static func owner(_ call: Call) throws -> PersonID {
        let name = ["person", "owner"].first(where: call.arguments.says)
        if case .person(let person) = try call.known() {
            guard let name else { return person }
            throw Problem(field: name, "is for programs of this machine: leave it out")
        }
        guard let owner = name.flatMap(call.arguments.text).flatMap({ PersonID($0) }) else {
            throw Problem(field: name ?? "owner", "is no person: name whose phone it is")
        }
        return owner
    }

    /// Throws a `Problem` if nobody would read what is published there.
    private func checkTopic(_ call: Call) throws(Problem) {
        // What is no topic at all is refused as that.
        guard let topic = call.arguments.text("topic"),
            !topic.contains(where: { "+#".contains($0) }),
            let broker = page.broker, !broker.takes(topic)
        else { return }
        let filters = broker.positions.joined(separator: ", ")
        throw Self.topic.problem(
            "\(topic.quoted) is not read: "
                + (filters.isEmpty
                    ? "mqtt.positions in gateway.toml is empty"
                    : "choose one of mqtt.positions in gateway.toml, \(filters)"))
    }

    /// A phone, with the token that nobody can look up later, and what to do with it.
    private func setUp(_ phone: Phone, _ token: Secret) throws -> AnyJSON {
        let setup = PhoneSetup(of: phone, token, at: page.linkURL, broker: page.broker)
        var members = try AnyJSON(encoding: phone).versioned(by: .phone).members
        members["token"] = .string(token.text)
        members["setup"] = try AnyJSON(encoding: setup)
        return .object(members)
    }

    /// `id`: of the device; `nil`: made of the name. Throws if the daemon follows such a device
    /// already: somebody else's positions would become the owner's.
    private func addPhone(
        _ id: String?, called name: String, topic: String?, of owner: PersonID, by caller: Caller
    ) async throws -> (Phone, Secret) {
        while true {
            let chosen: String
            if let id { chosen = id } else { chosen = try await community.freePhoneID(of: name) }
            // Asked before: as soon as there is the phone, the daemon gets to know it.
            guard try await !daemon.knows(chosen) else {
                throw CommunityError.conflict(
                    "geofenced follows a device \(chosen) already, or has done so: choose another name or id"
                )
            }
            do {
                return try await community.addPhone(
                    device: chosen, name: name, topic: topic, owner: owner, by: caller)
            } catch {
                // Another phone of that name may have come meanwhile.
                guard id == nil, try await community.freePhoneID(of: name) != chosen else {
                    throw error
                }
            }
        }
    }
}
