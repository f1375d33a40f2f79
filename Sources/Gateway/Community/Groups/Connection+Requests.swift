import Posix
import SQLite

/// A row of `request`.
struct RequestRow {
    var request: MembershipRequest
    /// Who would become a member; `nil`: the household asked for a name that nobody has.
    var person: PersonID?
    /// The member who asks; `nil`: the person does, this machine did, or they are gone.
    var asker: PersonID?
    var state: String

    var isOpen: Bool { state == "open" }
}

extension Connection {
    private static let columns = """
        request.id, request.kind, request.group_id, "group".name, request.name, request.person,
        coalesce(member.nick_name, asker.name), request.site, request.asked, request.state,
        request.asker
        """

    /// Those that are neither answered nor over, and those that a person has declined.
    func requests(at now: Int64) throws -> [RequestRow] {
        try rows(
            """
            SELECT \(Self.columns) FROM request JOIN "group" ON "group".id = request.group_id
            LEFT JOIN person asker ON asker.id = request.asker
            LEFT JOIN member ON member.person = asker.id AND member.group_id = request.group_id
            WHERE request.state <> 'closed'
                AND request.asked + \(MembershipRequest.longestOpen) > :now
            ORDER BY request.id
            """, ["now": .integer(now)]
        ) { row in
            let kind = MembershipRequest.Kind(rawValue: row.text(1) ?? "") ?? .asksGroup
            let person = row.personIfAny(5)
            let request = MembershipRequest(
                id: row.integer(0), kind: kind, group: row.group(2), groupName: row.text(3) ?? "",
                name: row.text(4) ?? "", person: kind == .asksGroup ? person : nil,
                askedBy: row.text(6), site: row.integerIfAny(7), asked: row.time(8),
                isMineToAnswer: false)
            return RequestRow(
                request: request, person: person,
                asker: row.personIfAny(10), state: row.text(9) ?? "")
        }
    }

    /// `name`: as it was written, checked. `person`: who would become a member.
    func insertRequest(
        _ kind: MembershipRequest.Kind, to group: GroupID, _ person: PersonID?, name: String,
        hash: [UInt8]? = nil, asker: PersonID? = nil, site: Int64? = nil, at now: Int64
    ) throws {
        try table("request").insert([
            "group_id": .id(group), "kind": .text(kind.rawValue),
            "person": .id(person), "name": .text(name),
            "name_hash": hash.map { .bytes($0) } ?? .null, "asker": .id(asker),
            "site": SQLValue(site), "asked": .integer(now), "state": "open",
        ])
    }

    func setState(_ state: String, of request: Int64) throws {
        try run(
            """
            UPDATE request SET state = :state, name = CASE :state WHEN 'closed' THEN NULL ELSE name END
            WHERE id = :id
            """, ["state": .text(state), "id": .integer(request)])
    }

    func deleteRequest(_ id: Int64) throws {
        try run("DELETE FROM request WHERE id = :id", ["id": .integer(id)])
    }

    /// Somebody has become a member: nothing is left to ask. That a household has asked them stays
    /// known.
    func closeRequests(of person: PersonID, to group: GroupID) throws {
        let arguments: KeyValuePairs<StaticString, SQLValue> = [
            "group": .id(group), "person": .id(person),
        ]
        try run(
            """
            DELETE FROM request
            WHERE group_id = :group AND person = :person AND kind = 'asks_group'
            """, arguments)
        try run(
            """
            UPDATE request SET state = 'closed', name = NULL
            WHERE group_id = :group AND person = :person
            """, arguments)
    }

    /// With those that are closed.
    func countOfRequests(of group: GroupID) throws -> Int {
        Int(
            try integer(
                "SELECT count(*) FROM request WHERE group_id = :group", ["group": .id(group)]) ?? 0)
    }

    /// Whether the household has asked for this name, or the person, before.
    func wasAsked(_ hash: [UInt8], by group: GroupID) throws -> Bool {
        try table("request").has(["group_id": .id(group), "name_hash": .bytes(hash)])
    }

    func wasAsked(_ person: PersonID, by group: GroupID) throws -> Bool {
        try table("request").has(["group_id": .id(group), "person": .id(person)])
    }
}
