import APIClient
import Community
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import Messages

/// What a person was told, and how a person wants to be told.
extension GatewayAPI {
    static let messageOperations: [Operation] = [
        .answering(
            .get, "messages", "list_messages", "What the person was told, the newest first.",
            for: .person,
            query: [
                Parameter("before", .integer(1...Int64.max), "Only older ones than this."),
                Parameter("limit", .integer(1...1000)),
            ],
            .ok(
                Schema.made([
                    "messages": Schema.array(Schema.reference("Message")),
                    "unread": Schema.integer,
                ]), "With how many are unread, of all.")
        ) { api, call in
            let person = try call.person().description
            let messages = try await api.messages.messages(
                of: person, before: call.queryNumber("before"), limit: call.limit(or: 100))
            return Told(messages: messages, unread: try await api.messages.unreadCount(of: person))
        },
        .doing(
            .post, "messages/read", "read_messages", "Marks messages as read.", for: .person,
            body: [
                Parameter(
                    "up_to", .integer(1...Int64.max), required: true, "This one, and all before.")
            ]
        ) { api, call in
            let person = try call.person()
            try await api.messages.markRead(
                upTo: call.arguments.integer("up_to")!, of: person.description)
            api.changes.note([.messages], for: .person(person))
        },
        .doing(
            .post, "messages/{message}/read", "read_message", "Marks a message as read.",
            for: .person
        ) { api, call in
            let person = try call.person()
            try await api.messages.markRead(try call.number("message"), of: person.description)
            api.changes.note([.messages], for: .person(person))
        },
        .answering(
            .get, "settings", "get_settings", "What the person wants to be told, and how.",
            for: .person, .item("Settings", as: .settings)
        ) { api, call in
            try await api.messages.settings(of: call.person().description)
        },
        .answering(
            .patch, "settings", "change_settings",
            "Changes what the body says, and leaves the rest (RFC 7396).", for: .person,
            body: [
                Parameter("ways", .other(Schema.ways)),
                Parameter("quiet", .other(Schema.quiet), nullable: true),
                Parameter("transitions", .other(Schema.transitions)),
                Parameter("kinds", .other(Schema.kinds), nullable: true),
            ], .item("Settings", as: .settings), current: currentSettings
        ) { api, call in
            let person = try call.person()
            let old = try await api.messages.settings(of: person.description)
            let patched = try AnyJSON(encoding: old).patched(with: call.arguments.object)
            let new = try patched.decoded(as: PersonSettings.self)
            try await api.messages.setSettings(new, of: person.description)
            api.changes.note([.settings], for: .person(person))
            return new
        },
        .answering(
            .get, "mutes", "list_mutes", "What the person does not want to hear of again.",
            for: .person, .list("mutes", of: "Mute")
        ) { api, call in
            try await api.messages.mutes(of: call.person().description)
        },
        .answering(
            .post, "mutes", "add_mute", "Not this one again: a region, a place or a brand.",
            for: .person,
            body: [
                Parameter("region", .text(1...300)), Parameter("place", .text(1...300)),
                Parameter("target", .text(1...300)),
                Parameter("title", .text(1...300), required: true),
            ], .created(Schema.reference("Mute"))
        ) { api, call in
            let named = ["region", "place", "target"].filter { call.arguments[$0] != nil }
            guard named.count == 1 else {
                throw Problem(.badRequest, "say one of region, place and target")
            }
            let subject = try call.arguments.object.without("title").decoded(as: Mute.Subject.self)
            let person = try call.person()
            let mute = try await api.messages.mute(
                subject, title: call.arguments.text("title")!, of: person.description)
            api.changes.note([.mutes], for: .person(person))
            return mute
        },
        .doing(
            .delete, "mutes/{mute}", "remove_mute", "Tells of it again.", for: .person
        ) { api, call in
            let person = try call.person()
            try await api.messages.unmute(try call.number("mute"), of: person.description)
            api.changes.note([.mutes], for: .person(person))
        },
        Operation(
            .get, "events", "events",
            "What happens, as it does: events message, device and change, an object with of, what has changed, and perhaps device. Goes on after Last-Event-ID.",
            for: .person,
            [
                Operation.Answer(
                    status: 200, description: "Server-sent events.", schema: #"{"type": "string"}"#,
                    mediaType: "text/event-stream")
            ]
        ) { api, call in
            try await api.events(call)
        },
    ]

    private static let currentSettings: Operation.Current = { api, call in
        try await api.messages.settings(of: call.person().description).versioned(by: .settings)
    }
}

/// What a person was told, as `/api/messages` has it.
private struct Told: Encodable {
    var messages: [Message]
    /// Of all, not of these alone.
    var unread: Int64
}

extension AnyJSON {
    init(encoding value: some Encodable) throws {
        self = try AnyJSON(Array(JSONEncoder().encode(value)))
    }

    /// Throws a `DecodingError` that names the member that is wrong.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(try jsonBytes))
    }

    /// A merge patch (RFC 7396).
    func patched(with patch: AnyJSON) -> AnyJSON {
        guard case .object(let changes) = patch else { return patch }
        var members = members
        for (name, change) in changes {
            members[name] = change == .null ? nil : (members[name] ?? .null).patched(with: change)
        }
        return .object(members)
    }

    /// Without a member of the object.
    func without(_ name: String) -> AnyJSON { .object(members.filter { $0.key != name }) }
}
