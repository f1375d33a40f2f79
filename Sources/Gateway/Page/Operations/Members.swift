import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird

/// Who belongs to a group, and who asks or is asked to.
extension GatewayAPI {
    static let members: [Operation] = [
        .answering(
            .patch, "groups/{group}/members/{person}", "change_member",
            "Changes what the body says: its admins; of a household, oneself the nick name.",
            body: [
                Parameter("role", .choice(["member", "admin"])),
                Parameter("nick_name", .text(0...80), "Empty takes it away."),
                Parameter("number", .text(0...40), "Empty takes it away."),
                Parameter("sites", .other(#"{"type": "array", "items": {"type": "integer"}}"#)),
            ], .item("Member", as: .member), current: currentMember
        ) { api, call in
            try await api.community.editMember(
                try call.personInPath(), of: try call.groupInPath(),
                role: call.arguments.text("role").flatMap { .init(rawValue: $0) },
                nickName: call.arguments.text("nick_name"), number: call.arguments.text("number"),
                sites: try call.sites(), by: try call.known())
        },
        .doing(
            .delete, "groups/{group}/members/{person}", "remove_member",
            "Leaves the group, or removes somebody from it: its admins.", current: currentMember
        ) { api, call in
            try await api.community.removeMember(
                call.personInPath(), of: call.groupInPath(), by: call.known())
        },
        .answering(
            .post, "groups/{group}/invitations", "invite",
            "A link that makes whoever opens it a member of the household, once.",
            .created(Schema.reference("Link"))
        ) { api, call in
            let link = try await api.community.invite(
                to: try call.groupInPath(), in: call.session?.session, by: try call.known())
            return api.shown(link)
        },
    ]

    private static let currentMember: Operation.Current = { api, call in
        let group = try await api.community.group(try call.groupInPath(), by: try call.known())
        let person = try call.personInPath()
        return try group.members?.first { $0.person == person }?.versioned(by: .member)
    }

    static let requests: [Operation] = [
        .answering(
            .get, "organisations", "find_organisations",
            "Organisations, by a part of the name, in order to ask to join.",
            query: [Parameter("name", .text(0...80))], .list("organisations", of: "Organisation")
        ) { api, call in
            try await api.community.organisations(
                matching: call.query("name") ?? "", by: try call.known())
        },
        Operation(
            .post, "groups/{group}/requests", "ask",
            "With person, a household asks somebody; without, whoever asks would join an organisation.",
            body: [
                Parameter("person", .text(1...80), "The name of whom a household asks."),
                Parameter("name", .text(1...80), "As the organisation shall call whoever asks."),
                Parameter("site", .integer(1...Int64.max)),
            ],
            [
                Operation.Answer(
                    status: 202, description: "Asked, if there is such a one.",
                    schema: Schema.anyObject)
            ]
        ) { api, call in
            if let person = call.arguments.text("person") {
                try await api.community.ask(
                    person, toJoin: try call.groupInPath(), by: try call.known())
            } else {
                try await api.community.askToJoin(
                    try call.groupInPath(), name: call.arguments.text("name"),
                    site: call.arguments.integer("site"), by: try call.known())
            }
            return try Response.json(["asked": true], status: .accepted)
        },
        .answering(
            .get, "requests", "list_requests",
            "Those to the person, of the person, and to their groups.",
            .list("requests", of: "Request")
        ) { api, call in
            try await api.community.requests(by: call.known())
        },
        .answering(
            .post, "requests/{request}/accept", "accept_request",
            "Accepts; an organisation may correct name and site.",
            body: [
                Parameter("name", .text(1...80)),
                Parameter("site", .integer(1...Int64.max), nullable: true, "Null: none."),
            ],
            .ok(Schema.made(["group": Schema.string]), "The group.")
        ) { api, call in
            let group = try await api.community.acceptRequest(
                try call.number("request"), name: call.arguments.text("name"),
                site: call.arguments.says("site") ? .some(call.arguments.integer("site")) : nil,
                by: try call.known())
            return ["group": group]
        },
        .doing(
            .delete, "requests/{request}", "remove_request", "Withdraws, declines or refuses it."
        ) { api, call in
            try await api.community.removeRequest(call.number("request"), by: call.known())
        },
    ]
}

extension Call {
    /// Where a member shall work; `nil` if the body does not say.
    fileprivate func sites() throws(Problem) -> [Int64]? {
        guard let value = arguments["sites"] else { return nil }
        guard case .array(let elements) = value else {
            throw Problem(field: "sites", "is not a list of sites: send their numbers")
        }
        let sites = elements.compactMap(\.integer)
        guard sites.count == elements.count else {
            throw Problem(field: "sites", "has something in it that is no number of a site")
        }
        return sites
    }
}
