import Posix
import SQLite

/// The rows of people.
extension Connection {
    private static let columns = "id, name, admin, added, account"

    private static func person(_ row: Statement) -> Person {
        Person(
            id: row.person(0), name: row.text(1) ?? "", isAdmin: row.integer(2) != 0,
            added: row.time(3), account: row.text(4))
    }

    func existingPerson(_ id: PersonID) throws -> Person {
        try first(
            "SELECT \(Self.columns) FROM person WHERE id = :id", ["id": .id(id)], Self.person
        ).found()
    }

    func allPeople() throws -> [Person] {
        try rows("SELECT \(Self.columns) FROM person ORDER BY number", [:], Self.person)
    }

    /// Somebody, and those with whom they share a group.
    func people(knownTo id: PersonID) throws -> [Person] {
        try rows(
            """
            SELECT \(Self.columns) FROM person WHERE id = :id OR id IN (
                SELECT other.person FROM member one
                JOIN member other ON other.group_id = one.group_id WHERE one.person = :id)
            ORDER BY number
            """, ["id": .id(id)], Self.person)
    }

    func person(uid: UInt32) throws -> Person? {
        try first(
            "SELECT \(Self.columns) FROM person WHERE uid = :uid", ["uid": .integer(Int64(uid))],
            Self.person)
    }

    /// Whom somebody means who writes an id, or a name as exactly one person has it.
    func person(calledExactly text: String) throws -> PersonID? {
        let ids = try rows(
            "SELECT id FROM person WHERE id = :text OR folded = :folded ORDER BY id <> :text LIMIT 2",
            ["text": .text(text), "folded": .text(text.folded)]
        ) { $0.person(0) }
        return ids.count == 1 || ids.first?.rawValue == text ? ids.first : nil
    }

    /// `name`: checked. `account`: the number and the name of a user of this machine.
    func insertPerson(
        _ name: String, isAdmin: Bool = false, account: (uid: UInt32, name: String)? = nil,
        at now: Int64
    ) throws -> Person {
        let id = PersonID(unchecked: try newID(PersonID.kind, of: name, else: "person"))
        try table("person").insert([
            "id": .id(id), "name": .text(name), "folded": .text(name.folded),
            "admin": isAdmin ? 1 : 0, "added": .integer(now),
            "uid": SQLValue(account.map { Int64($0.uid) }), "account": SQLValue(account?.name),
        ])
        return try existingPerson(id)
    }

    func rename(_ id: PersonID, _ name: String) throws {
        try table("person").update([
            "id": .id(id), "name": .text(name), "folded": .text(name.folded),
        ])
    }

    // MARK: Admins

    func setAdmin(_ id: PersonID, _ isAdmin: Bool) throws {
        try table("person").update(["id": .id(id), "admin": isAdmin ? 1 : 0])
    }

    func firstAdmin() throws -> PersonID? {
        try first("SELECT id FROM person WHERE admin ORDER BY number LIMIT 1") {
            $0.person(0)
        }
    }

    /// Somebody who can be forgotten now.
    func removablePerson(_ id: PersonID, by caller: Caller) throws -> Person {
        let person = try ownPerson(id, of: caller)
        // Whoever may open this machine's socket needs no other admin to empty it.
        let isLast = try integer("SELECT count(*) FROM person") == 1
        if !(isLast && caller == .machine) { try requireAnotherAdmin(than: person) }
        return person
    }

    func requireAnotherAdmin(than person: Person) throws {
        guard person.isAdmin else { return }
        let others = try integer(
            "SELECT count(*) FROM person WHERE admin AND id <> :id", ["id": .id(person.id)])
        guard others == 0 else { return }
        throw CommunityError.conflict(
            "\(person.id) is the only admin: make somebody else one first")
    }
}
