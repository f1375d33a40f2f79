import Community
import HTTPService
import HTTPTypes
import Hummingbird
import Posix

/// The people of this machine, for its admins.
extension GatewayAPI {
    static let people: [Operation] = [
        .answering(
            .get, "people", "list_people",
            "For admins all people; for others, themselves and those in their groups.",
            .list("people", of: "Person")
        ) { api, call in
            try await api.community.people(by: call.known())
        },
        .answering(
            .post, "people", "add_person", "Adds somebody, with a link that signs them in once.",
            for: .admin,
            body: [
                Parameter("name", .text(1...80), required: true),
                Parameter("admin", .flag, "Whether they may add and remove people."),
            ],
            .created(
                Schema.made([
                    "person": Schema.reference("Person"), "link": Schema.reference("Link"),
                ]))
        ) { api, call in
            let (person, link) = try await api.community.addPerson(
                name: call.arguments.text("name")!,
                isAdmin: call.arguments.flag("admin") ?? false, in: call.session?.session,
                by: try call.known())
            return Added(person: person, link: api.shown(link))
        },
        .answering(
            .get, "people/{person}", "get_person", "One of those that list_people has.",
            .ok(Schema.reference("Person"))
        ) { api, call in
            try await api.community.person(call.personInPath(), by: call.known())
        },
        .answering(
            .patch, "people/{person}", "change_person", "Changes what the body says.", for: .admin,
            body: [Parameter("name", .text(1...80)), Parameter("admin", .flag)],
            .ok(Schema.reference("Person"))
        ) { api, call in
            try await api.community.editPerson(
                call.personInPath(), name: call.arguments.text("name"),
                isAdmin: call.arguments.flag("admin"), by: call.known())
        },
        .doing(
            .delete, "people/{person}", "remove_person",
            "Forgets somebody, with all that was theirs, their phones' history included.",
            for: .admin
        ) { api, call in
            try await api.remove(call.personInPath(), by: call.known())
        },
        .answering(
            .post, "people/{person}/links", "add_link_for", "A new link that signs them in once.",
            for: .admin, .created(Schema.reference("Link"))
        ) { api, call in
            let link = try await api.community.addLink(
                for: try call.personInPath(), in: call.session?.session, by: try call.known())
            return api.shown(link)
        },
        .answering(
            .get, "people/{person}/links", "list_links_of",
            "The links that they have not used yet, and their open invitations.", for: .admin,
            .list("links", of: "OpenLink")
        ) { api, call in
            try await api.community.links(of: call.personInPath(), by: call.known())
        },
        .doing(
            .delete, "people/{person}/links/{link}", "end_link_of",
            "Ends a link that is not used yet.", for: .admin
        ) { api, call in
            try await api.community.endLink(
                call.number("link"), of: call.personInPath(), by: call.known())
        },
        .answering(
            .get, "people/{person}/sessions", "list_sessions_of", "Where they are signed in.",
            for: .admin, .list("sessions", of: "Session")
        ) { api, call in
            try await api.community.sessions(
                of: try call.personInPath(), current: call.session?.session, by: try call.known())
        },
        .doing(
            .delete, "people/{person}/sessions", "end_sessions_of",
            "Ends all of their sessions, and whatever else could sign them in: links and codes.",
            for: .admin
        ) { api, call in
            try await api.community.endOtherSessions(
                of: call.personInPath(), except: nil, by: call.known())
        },
        .doing(
            .delete, "people/{person}/sessions/{session}", "end_session_of", "Ends a session.",
            for: .admin
        ) { api, call in
            try await api.community.endSession(
                call.number("session"), of: call.personInPath(), by: call.known())
        },
        Operation(
            .get, "people/{person}/export", "export_person",
            "All that is known of them, where they were included: not for admins in a browser.",
            for: .machine, [export]
        ) { api, call in
            try await api.export(try call.personInPath(), call)
        },
        .answering(
            .get, "signups", "list_signups", "Who asks for an account.", for: .admin,
            .list("signups", of: "Signup")
        ) { api, call in
            try await api.community.signups(by: call.known())
        },
        .answering(
            .post, "signups/{signup}/accept", "accept_signup", "Lets them in.", for: .admin,
            body: [Parameter("name", .text(1...80), "As it shall be instead.")],
            .ok(Schema.reference("Person"))
        ) { api, call in
            try await api.community.acceptSignup(
                try call.number("signup"), name: call.arguments.text("name"),
                in: call.session?.session, by: try call.known())
        },
        .doing(
            .delete, "signups/{signup}", "refuse_signup", "Refuses them.", for: .admin
        ) { api, call in
            try await api.community.refuseSignup(call.number("signup"), by: call.known())
        },
        .answering(
            .get, "own", "get_own_owner", "Whose the device of this machine is.", for: .admin,
            .ok(Schema.reference("Own"))
        ) { api, _ in
            Own(owner: try await api.community.ownOwner())
        },
        .answering(
            .patch, "own", "set_own_owner",
            "Says whose the device of this machine is; null: the first admin's.", for: .admin,
            body: [Parameter("owner", .text(1...40), required: true, nullable: true)],
            .ok(Schema.reference("Own"))
        ) { api, call in
            let name = call.arguments.text("owner")
            let owner = name.flatMap { PersonID($0) }
            guard name == nil || owner != nil else { throw Problem.nothingHere }
            try await api.community.setOwnOwner(owner, by: try call.known())
            return Own(owner: try await api.community.ownOwner())
        },
        .answering(
            .post, "page", "open_page",
            "A link that signs in whoever asks at the gateway's own socket: an admin, if there is none yet.",
            for: .machine, body: [Parameter("user", .text(1...80), "What the user is called.")],
            .created(Schema.reference("Link"))
        ) { api, call in
            guard case .account(let account) = call.context.peer else { throw Problem.nothingHere }
            let person = try await api.community.account(
                uid: account.uid, name: call.arguments.text("user") ?? "uid \(account.uid)")
            let link = try await api.community.addLink(for: person.id, by: .machine)
            // On this machine, its own name needs no network and no certificate.
            return api.shown(link, from: api.page.hasTLS ? api.page.linkURL : api.page.localURL)
        },
    ]

    private struct Own: Encodable {
        var owner: PersonID?
    }

    private struct Added: Encodable {
        var person: Person
        var link: ShownLink
    }
}

extension Call {
    /// Throws as if there were nobody if it is no id.
    func personInPath(_ name: String = "person") throws -> PersonID {
        guard let person = PersonID(try path(name)) else { throw Problem.nothingHere }
        return person
    }

    /// As `personInPath`.
    func groupInPath() throws -> GroupID {
        guard let group = GroupID(try path("group")) else { throw Problem.nothingHere }
        return group
    }
}
