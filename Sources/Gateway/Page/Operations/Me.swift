import APIClient
import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import MQTT
import Messages

/// What is about whoever asks.
extension GatewayAPI {
    static let me: [Operation] = [
        .answering(
            .get, "me", "me", "Who has signed in.", for: .person, .ok(Schema.reference("Me"))
        ) { api, call in
            try await api.me(call)
        },
        .answering(
            .patch, "me", "change_me", "Changes one's name.", for: .person,
            body: [Parameter("name", .text(1...80), required: true)],
            .ok(Schema.reference("Person"))
        ) { api, call in
            let person = try call.person()
            return try await api.community.editPerson(
                person, name: call.arguments.text("name"), by: .person(person))
        },
        Operation(
            .delete, "me", "remove_me", "Forgets whoever asks, with all that was theirs.",
            for: .person, [.done]
        ) { api, call in
            let person = try call.person()
            try await api.remove(person, by: .person(person))
            return api.signedOut(call)
        },
        Operation(
            .get, "me/export", "export_me", "All that is known of whoever asks, as a zip file.",
            for: .person, [export]
        ) { api, call in
            try await api.export(try call.person(), call)
        },
        Operation(
            .post, "signout", "sign_out", "Ends this session.", for: .person, [.done]
        ) { api, call in
            if let session = call.session {
                try await api.community.endSession(
                    session.session, of: session.person, by: .person(session.person))
            }
            return api.signedOut(call)
        },
        .answering(
            .get, "sessions", "list_sessions", "Where the person is signed in.", for: .person,
            .list("sessions", of: "Session")
        ) { api, call in
            let person = try call.person()
            return try await api.community.sessions(
                of: person, current: call.session?.session, by: .person(person))
        },
        .doing(
            .delete, "sessions", "end_other_sessions",
            "Ends all sessions but this one, and the links and codes that were not made in it.",
            for: .person
        ) { api, call in
            let person = try call.person()
            try await api.community.endOtherSessions(
                of: person, except: call.session?.session, by: .person(person))
        },
        .doing(
            .delete, "sessions/{session}", "end_session", "Ends a session.", for: .person
        ) { api, call in
            let person = try call.person()
            try await api.community.endSession(
                call.number("session"), of: person, by: .person(person))
        },
        .answering(
            .get, "links", "list_links",
            "The links that the person has not used yet, and the open invitations of theirs.",
            for: .person, .list("links", of: "OpenLink")
        ) { api, call in
            let person = try call.person()
            return try await api.community.links(of: person, by: .person(person))
        },
        .doing(
            .delete, "links/{link}", "end_link", "Ends a link that is not used yet.", for: .person
        ) { api, call in
            let person = try call.person()
            try await api.community.endLink(call.number("link"), of: person, by: .person(person))
        },
        .answering(
            .post, "links", "add_link", "A link for a further device of one's own.", for: .person,
            .created(Schema.reference("Link"))
        ) { api, call in
            let person = try call.person()
            let link = try await api.community.addLink(
                for: person, in: call.session?.session, by: .person(person))
            return api.shown(link)
        },
        .answering(
            .post, "codes/approve", "approve_code",
            "Lets the device that shows the code sign in as whoever asks.", for: .person,
            body: [Parameter("code", .text(8...9), required: true)],
            .ok(Schema.made(["device": Schema.string]), "Which device it was.")
        ) { api, call in
            // Eight letters can be guessed, unlike a secret: ten a minute by one person.
            let person = try call.person()
            try api.codes.note("\(person)")
            let device = try await api.community.approveCode(
                call.arguments.text("code")!, in: call.session?.session, by: person)
            return ["device": device]
        },
    ]

    static let export = Operation.Answer(
        status: 200, description: "A zip file with person.json in it.",
        schema: #"{"type": "string", "contentMediaType": "application/zip"}"#,
        mediaType: "application/zip")

    /// Who has signed in, as `/api/me` has it.
    private struct Me: Encodable {
        var person: Person
        var session: SessionID?
        /// Whether the device of this machine is the person's.
        var own: Bool
        var groups: [AnyJSON]
        /// The servers of ntfy that may be chosen.
        var ntfyServers: [String]
        /// Whether messages may go to the broker.
        var mqtt: Bool
        /// The servers of places elsewhere.
        var providers: [Provider]

        struct Provider: Encodable {
            /// Its places have ids that begin with it.
            var name: String
            /// Whose data it has; `nil`: it does not say.
            var credit: String?
        }

        enum CodingKeys: String, CodingKey {
            case person, session, own, groups, mqtt, providers
            case ntfyServers = "ntfy_servers"
        }
    }

    private func me(_ call: Call) async throws -> Me {
        let person = try call.person()
        return Me(
            person: try await community.person(person, by: .person(person)),
            session: call.session?.session, own: try await community.ownOwner() == person,
            groups: try await community.groups(by: .person(person)).map {
                try $0.versioned(by: .group)
            },
            ntfyServers: page.ntfyServers, mqtt: messages.offers("mqtt"),
            providers: await providers().map { .init(name: $0.name, credit: $0.kept?.credit) })
    }

    private func signedOut(_ call: Call) -> Response {
        var response = Response.done
        if call.session != nil {
            response.headers[.setCookie] = call.cookie.setting(nil)
            response.headers[.clearSiteData] = "\"cache\", \"storage\""
        }
        return response
    }

    /// A link as people get it.
    struct ShownLink: Encodable {
        var url: String
        var expires: Timestamp
        /// Of the URL: rows of modules, 1 is dark.
        var qr: [String]
    }

    /// The secret is in the fragment, which browsers send to nobody.
    ///
    /// `origin`: where the page is; `nil`: where people reach it.
    func shown(_ link: Link, from origin: String? = nil) -> ShownLink {
        let url = "\(origin ?? page.linkURL)/join#\(link.secret.text)"
        return ShownLink(url: url, expires: link.expires, qr: QRCode.rows(url))
    }
}

extension HTTPField.Name {
    fileprivate static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
}
