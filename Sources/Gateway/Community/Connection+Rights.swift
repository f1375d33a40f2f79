import SQLite

/// Who may do what.
extension Connection {
    /// The person who asks; `nil`: this machine. Throws `notFound` for somebody who was removed.
    func asker(_ caller: Caller) throws -> Person? {
        switch caller {
        case .machine: nil
        case .person(let id): try existingPerson(id)
        }
    }

    func isAdmin(_ caller: Caller) throws -> Bool { try asker(caller)?.isAdmin ?? true }

    /// `deed`: what only admins may do, as in `add people`.
    func requireAdmin(_ caller: Caller, to deed: String) throws {
        guard try isAdmin(caller) else {
            throw CommunityError.forbidden("only admins may \(deed): ask one of them")
        }
    }

    /// Somebody of whom the caller may know; else throws `notFound`.
    func knownPerson(_ id: PersonID, to caller: Caller) throws -> Person {
        guard let asker = try asker(caller), !asker.isAdmin, asker.id != id else {
            return try existingPerson(id)
        }
        guard try sharesGroup(asker.id, id) else { throw CommunityError.notFound }
        var person = try existingPerson(id)
        person.account = nil
        return person
    }

    /// Somebody for whom the caller may act, because they are it or an admin.
    func ownPerson(_ id: PersonID, of caller: Caller) throws -> Person {
        let person = try knownPerson(id, to: caller)
        guard try caller == .person(id) || isAdmin(caller) else {
            throw CommunityError.forbidden("\(id) is not you: only they and admins may")
        }
        return person
    }

    /// The person who asks, where this machine cannot. `deed`: as in `share a phone`.
    func askingPerson(_ caller: Caller, to deed: String) throws -> Person {
        guard let asker = try asker(caller) else {
            throw CommunityError.forbidden("only a person may \(deed): sign in as one")
        }
        return asker
    }

    private func sharesGroup(_ one: PersonID, _ other: PersonID) throws -> Bool {
        try integer(
            """
            SELECT 1 FROM member one JOIN member other ON other.group_id = one.group_id
            WHERE one.person = :one AND other.person = :other LIMIT 1
            """, ["one": .id(one), "other": .id(other)]) != nil
    }
}
