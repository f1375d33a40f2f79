import SQLite

/// The rows of what households want and have.
extension Connection {
    /// A household of which the caller is a member. `things`: what only such a group has.
    func household(_ id: GroupID, of caller: Caller, for things: String) throws -> Group {
        let group = try ownGroup(id, of: caller)
        try require(.household, group, for: things)
        return group
    }

    func requireRoom(for state: Thing.State, of group: GroupID, atMost most: Int64) throws {
        try requireRoom(
            in: "(SELECT group_id FROM thing WHERE state = '\(state.rawValue)')", of: group,
            atMost: most, "of these: remove some")
    }

    // MARK: Things

    private static let things = """
        SELECT thing.id, thing.state, thing.added, \(Author.columns),
            \(Thing.Field.allCases.map { "thing.\($0.rawValue)" }.joined(separator: ", "))
        FROM thing \(Author.joins("thing.author", in: "thing.group_id"))
        """

    private static func thing(_ row: Statement) -> Thing {
        var thing = Thing(
            id: row.integer(0), state: Thing.State(rawValue: row.text(1) ?? "") ?? .wanted,
            fields: [:], by: Author(row, at: 3), added: row.time(2))
        for (column, field) in zip(Int32(5)..., Thing.Field.allCases) {
            thing.fields[field] = row.text(column)
        }
        return thing
    }

    /// The oldest first. `state`, `target`: `nil`: any.
    func things(
        of group: GroupID, in state: Thing.State?, target: String? = nil
    ) throws -> [Thing] {
        try rows(
            """
            \(Self.things) WHERE thing.group_id = :group
                AND (:state IS NULL OR state = :state) AND (:target IS NULL OR target = :target)
            ORDER BY thing.id
            """,
            [
                "group": .id(group), "state": SQLValue(state?.rawValue), "target": SQLValue(target),
            ], Self.thing)
    }

    /// `state`: what it has to be in; `nil`: any.
    func thing(_ id: Int64, of group: GroupID, in state: Thing.State? = nil) throws -> Thing {
        let thing = try first(
            "\(Self.things) WHERE thing.id = :id AND thing.group_id = :group",
            ["id": .integer(id), "group": .id(group)], Self.thing)
        guard let thing, thing.state == state ?? thing.state else { throw CommunityError.notFound }
        return thing
    }

    /// Those that they have added, in all households.
    func ownThings(of person: PersonID) throws -> [PersonExport.OwnThing] {
        try rows(
            "SELECT id, group_id FROM thing WHERE author = :person ORDER BY state DESC, id",
            ["person": .id(person)]
        ) { ($0.integer(0), $0.group(1)) }
        .map { id, group in PersonExport.OwnThing(group: group, thing: try thing(id, of: group)) }
    }

    /// One that is to go from this state to the other, of which there may be so many. Throws
    /// `conflict` if that has been done.
    func thing(
        _ id: Int64, of group: GroupID, from state: Thing.State, atMost most: Int64
    ) throws -> Thing {
        let isThere = try integer(
            """
            SELECT 1 FROM thing
            WHERE group_id = :group AND state <> :state AND (id = :id OR was = :id)
            """,
            ["group": .id(group), "state": .text(state.rawValue), "id": .integer(id)])
        guard isThere == nil else {
            throw CommunityError.conflict(
                state == .wanted
                    ? "it has been bought meanwhile: see the inventory"
                    : "it has been used up meanwhile: see the list")
        }
        try requireRoom(for: state.other, of: group, atMost: most)
        return try thing(id, of: group)
    }

    /// To its other state; returns the number that it has there. `bill`: what it has cost.
    func move(
        _ thing: Thing, of group: GroupID, _ draft: [Thing.Field: String], bill: Int64? = nil,
        by person: PersonID?, at now: Int64
    ) throws -> Int64 {
        try remove(thing.id, from: "thing")
        return try insertThing(
            thing.fields.changed(by: draft), thing.state.other, of: group,
            ["was": .integer(thing.id), "bill": SQLValue(bill)], by: person, at: now)
    }

    /// All of it checked. `more`: columns.
    func insertThing(
        _ fields: [Thing.Field: String], _ state: Thing.State, of group: GroupID,
        _ more: [String: SQLValue] = [:], by person: PersonID?, at now: Int64
    ) throws -> Int64 {
        let columns: [String: SQLValue] = [
            "group_id": .id(group), "state": .text(state.rawValue),
            "author": .id(person), "added": .integer(now),
        ]
        return try table("thing").insert(
            columns.merging(fields.columns) { $1 }.merging(more) { $1 })
    }

    func purchase(_ id: Int64, of group: GroupID, for caller: Caller) throws -> Purchase {
        let bill = try integer("SELECT bill FROM thing WHERE id = :id", ["id": .integer(id)])
        return Purchase(
            thing: try thing(id, of: group),
            bill: try bill.map { try self.bill($0, of: group, for: caller) })
    }
}

extension [Thing.Field: String] {
    var columns: [String: SQLValue] {
        .init(uniqueKeysWithValues: Thing.Field.allCases.map { ($0.rawValue, SQLValue(self[$0])) })
    }
}
