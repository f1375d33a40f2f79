import SQLite

extension Community {
    /// A link that signs `person` in; by themselves or an admin. `session`: in which it is made, with
    /// which it ends; `nil`: on this machine.
    package func addLink(
        for person: PersonID, in session: SessionID? = nil, by caller: Caller
    ) throws -> Link {
        try change(of: [.sessions]) { db, now in
            _ = try db.ownPerson(person, of: caller)
            return try db.insertLink(for: person, in: session, at: now)
        }
    }

    /// The links that a person has not used yet, and the open invitations that they have made, or that
    /// this machine has to their households; for themselves or an admin.
    package func links(of person: PersonID, by caller: Caller) throws -> [OpenLink] {
        try read { db, now in
            _ = try db.ownPerson(person, of: caller)
            let links = try db.openLinks(of: person, at: now)
            guard case .person(let asker) = caller, asker != person else { return links }
            // An admin does not see which households others are in.
            let own = Set(try db.groups(of: asker).map(\.id))
            return links.map { link in
                var link = link
                if let group = link.group, !own.contains(group) {
                    (link.group, link.groupName) = (nil, nil)
                }
                return link
            }
        }
    }

    package func endLink(_ id: Int64, of person: PersonID, by caller: Caller) throws {
        try change(of: [.sessions]) { db, now in
            _ = try db.ownPerson(person, of: caller)
            _ = try db.openLinks(of: person, at: now).first { $0.id == id }.found()
            try db.run("DELETE FROM link WHERE id = :id", ["id": .integer(id)])
        }
    }

    /// What a link is for, without using it up. Throws `gone` if it is over.
    package func look(_ secret: Secret) throws -> LinkPurpose {
        try read { db, now in
            let link = try db.purpose(of: secret, at: now)
            if let person = link.person {
                return LinkPurpose(kind: .person, name: try db.existingPerson(person).name)
            }
            let group = try link.group.found()
            return LinkPurpose(
                kind: .invitation, name: try db.existingGroup(group).name,
                invitedBy: try link.inviter.map { try db.member($0, of: group).name })
        }
    }

    /// Uses a link up. A person's begins a session. A household's makes `signedIn` a member, or else
    /// somebody new, who needs a `name`.
    package func join(
        _ secret: Secret, device: String? = nil, name: String? = nil, as signedIn: PersonID? = nil
    ) throws -> Joined {
        let isInvitation = try read { db, now in try db.purpose(of: secret, at: now).group != nil }
        let topics: [Change.Topic] = isInvitation ? [.people, .groups, .sessions] : [.sessions]
        return try change(of: topics) { db, now in
            let link = try db.purpose(of: secret, at: now)
            try db.run("DELETE FROM link WHERE id = :id", ["id": .integer(link.id)])
            if let group = link.group, let signedIn {
                let person = try db.existingPerson(signedIn)
                try db.addMember(person.id, to: group, at: now)
                return Joined(person: person, session: nil)
            }
            let person = try link.person ?? db.newcomer(name, at: now)
            if let group = link.group { try db.addMember(person, to: group, at: now) }
            return Joined(
                person: try db.existingPerson(person),
                session: try db.beginSession(of: person, (device ?? "").deviceName, at: now))
        }
    }
}

extension Connection {
    /// Somebody new, whom a household has invited.
    fileprivate func newcomer(_ name: String?, at now: Int64) throws -> PersonID {
        guard let name else {
            throw CommunityError.invalid(field: "name", "is missing: say who you are")
        }
        return try insertPerson(name.checkedName("name"), at: now).id
    }
}
