import SQLite

extension Connection {
    // MARK: The clock

    /// When the clock was looked at last.
    func lastLook() throws -> SteadyClock.Look? {
        try first("SELECT time, uptime, boot FROM clock") {
            SteadyClock.Look(time: $0.integer(0), uptime: $0.real(1), boot: $0.text(2) ?? "")
        }
    }

    func write(_ look: SteadyClock.Look) throws {
        try table("clock").replace([
            "one": 1, "time": .integer(look.time), "uptime": .real(look.uptime),
            "boot": .text(look.boot),
        ])
    }

    /// Moves the times by which something ends, and since when something is told. What somebody has set an end to by the clock keeps it.
    func move(by seconds: Int64) throws {
        let arguments: KeyValuePairs<StaticString, SQLValue> = ["by": .integer(seconds)]
        try run("UPDATE session SET began = began + :by, last_used = last_used + :by", arguments)
        try run("UPDATE link SET created = created + :by, expires = expires + :by", arguments)
        try run("UPDATE newcomer SET created = created + :by, expires = expires + :by", arguments)
        try run("UPDATE request SET asked = asked + :by", arguments)
        try run("UPDATE made_key SET made = made + :by", arguments)
        try run("UPDATE sharing SET since = since + :by", arguments)
        try run("UPDATE arrival SET since = since + :by", arguments)
    }

    // MARK: What is over

    /// Returns how many of those others could see.
    @discardableResult
    func removeWhatIsOver(at now: Int64) throws -> Int {
        let now: KeyValuePairs<StaticString, SQLValue> = ["now": .integer(now)]
        try run(
            """
            DELETE FROM session WHERE last_used + \(Session.longestUnused) <= :now
                OR began + \(Session.longest) <= :now
            """, now)
        try run("DELETE FROM link WHERE expires <= :now", now)
        try run("DELETE FROM newcomer WHERE expires <= :now", now)
        try run(
            """
            DELETE FROM request
            WHERE kind = 'asks_group' AND asked + \(MembershipRequest.longestOpen) <= :now
            """, now)
        try run(
            """
            UPDATE request SET state = 'closed', name = NULL
            WHERE state <> 'closed' AND asked + \(MembershipRequest.longestOpen) <= :now
            """, now)
        try run("DELETE FROM made_key WHERE made + \(Self.longestKeyKept) <= :now", now)
        return try run("DELETE FROM sharing WHERE until <= :now", now)
    }

    /// Removes the row that has these values. Throws `notFound` if there is none.
    func remove(from table: String, _ columns: [String: SQLValue]) throws {
        guard try self.table(table).remove(columns) == 1 else { throw CommunityError.notFound }
    }

    /// What people have written is overwritten in the file later.
    func remove(_ id: Int64, from table: StaticString) throws {
        try run("DELETE FROM \(table) WHERE id = :id", ["id": .integer(id)])
        try beginForgetting()
    }

    /// Throws `conflict` unless the group has fewer than `most`. `table`: one with a column `group_id`.
    /// `things`: what they are and what to do, as in `events: remove one`.
    func requireRoom(
        in table: String, of group: GroupID, atMost most: Int64, _ things: String
    ) throws {
        let count = try integer(
            "SELECT count(*) FROM \(table) WHERE group_id = :group", ["group": .id(group)])
        guard count ?? 0 < most else {
            throw CommunityError.conflict("\(group) has \(most) \(things) first")
        }
    }

    /// Notes that rows were removed of which nothing may be left in the file.
    func beginForgetting() throws {
        try run("INSERT OR IGNORE INTO forgetting VALUES (1)")
    }

    // MARK: Ids

    /// An id made of a name, which nobody had before. `fallback`: for a name without letters that an id
    /// can have.
    func newID(_ kind: String, of name: String, else fallback: String) throws -> String {
        try firstID(of: name, else: fallback) { try take(kind, $0) }
    }

    /// The first id made of a name that is free: the name alone, or with a number from 2 on.
    func firstID(
        of name: String, else fallback: String, where isFree: (String) throws -> Bool
    ) rethrows -> String {
        let word = name.slug.isEmpty ? fallback : name.slug
        var number = 1
        while true {
            let suffix = number == 1 ? "" : "-\(number)"
            let id = word.shortened(toSlugOf: String.longestSlug - suffix.utf8.count) + suffix
            if try isFree(id) { return id }
            number += 1
        }
    }

    /// Whether the id was given before.
    func isTaken(_ kind: String, _ id: String) throws -> Bool {
        try table("taken").has(["hash": .bytes(sha256("\(kind)/\(id)"))])
    }

    /// `false` if the id was given before.
    func take(_ kind: String, _ id: String) throws -> Bool {
        try run(
            "INSERT OR IGNORE INTO taken VALUES (:hash)", ["hash": .bytes(sha256("\(kind)/\(id)"))]
        ) == 1
    }
}
