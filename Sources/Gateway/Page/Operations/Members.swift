import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird

/// Who belongs to a group, and who asks or is asked to.
extension GatewayAPI {
    static let members: [Operation] = [
        Operation(
            .patch, "groups/{group}/members/{person}", "change_member",
            "Changes what the body says: its admins; of a household, oneself the nick name.",
            for: .signedIn,
            body: [
                Parameter("role", .choice(["member", "admin"])),
                Parameter("nick_name", .text(0...80), "Empty takes it away."),
                Parameter("number", .text(0...40), "Empty takes it away."),
                Parameter("sites", .other(#"{"type": "array", "items": {"type": "integer"}}"#)),
            ], [.ok(Schema.reference("Member"))], current: currentMember
        ) { api, call in
            try Response.json(
                try await api.community.editMember(
                    try call.personInPath(), of: try call.groupInPath(),
                    role: call.arguments.text("role").flatMap { .init(rawValue: $0) },
                    nickName: call.arguments.text("nick_name"),
                    number: call.arguments.text("number"), sites: try call.sites(),
                    by: try call.known()),
                as: .member)
        },
        Operation(
            .delete, "groups/{group}/members/{person}", "remove_member",
            "Leaves the group, or removes somebody from it: its admins.", for: .signedIn, [.done],
            current: currentMember
        ) { api, call in
            try await api.community.removeMember(
                try call.personInPath(), of: try call.groupInPath(), by: try call.known())
            return .done
        },
        Operation(
            .post, "groups/{group}/invitations", "invite",
            "A link that makes whoever opens it a member of the household, once.", for: .signedIn,
            [.created(Schema.reference("Link"))]
        ) { api, call in
            let link = try await api.community.invite(
                to: try call.groupInPath(), in: call.session?.session, by: try call.known())
            return try Response.json(api.shown(link), status: .created)
        },
    ]

    private static let currentMember: Operation.Current = { api, call in
        let group = try await api.community.group(try call.groupInPath(), by: try call.known())
        let person = try call.personInPath()
        let member = group.members?.first { $0.person == person }
        return try member.map { try AnyJSON(encoding: $0).versioned(by: .member) }
    }

    static let requests: [Operation] = [
        Operation(
            .get, "organisations", "find_organisations",
            "Organisations, by a part of the name, in order to ask to join.", for: .signedIn,
            query: [Parameter("name", .text(0...80))],
            [.ok(Schema.list("organisations", of: "Organisation"))]
        ) { api, call in
            let found = try await api.community.organisations(
                matching: call.query("name") ?? "", by: try call.known())
            return try Response.json(["organisations": found])
        },
        Operation(
            .post, "groups/{group}/requests", "ask",
            "With person, a household asks somebody; without, whoever asks would join an organisation.",
            for: .signedIn,
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
        Operation(
            .get, "requests", "list_requests",
            "Those to the person, of the person, and to their groups.",
            for: .signedIn, [.ok(Schema.list("requests", of: "Request"))]
        ) { api, call in
            try Response.json(["requests": try await api.community.requests(by: try call.known())])
        },
        Operation(
            .post, "requests/{request}/accept", "accept_request",
            "Accepts; an organisation may correct name and site.", for: .signedIn,
            body: [
                Parameter("name", .text(1...80)),
                Parameter("site", .integer(1...Int64.max), nullable: true, "Null: none."),
            ],
            [
                .ok(
                    #"{"type": "object", "required": ["group"], "properties": {"group": {"type": "string"}}}"#,
                    "The group.")
            ]
        ) { api, call in
            let group = try await api.community.acceptRequest(
                try call.number("request"), name: call.arguments.text("name"),
                site: call.arguments.says("site") ? .some(call.arguments.integer("site")) : nil,
                by: try call.known())
            return try Response.json(["group": group])
        },
        Operation(
            .delete, "requests/{request}", "remove_request", "Withdraws, declines or refuses it.",
            for: .signedIn, [.done]
        ) { api, call in
            try await api.community.removeRequest(try call.number("request"), by: try call.known())
            return .done
        },
    ]
}

extension Call {
    /// Where a member shall work; `nil` if the body does not say.
    fileprivate func sites() throws(Problem) -> [Int64]? {
        guard let value = arguments["sites"] else { return nil }
        guard case .array(let elements) = value else {
            throw Parameter("sites", .flag).problem("is not a list of sites: send their numbers")
        }
        var sites: [Int64] = []
        for element in elements {
            guard case .integer(let site) = element else {
                throw Parameter("sites", .flag).problem(
                    "has something in it that is no number of a site")
            }
            sites.append(site)
        }
        return sites
    }
}
