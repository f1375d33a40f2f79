import SQLite

/// What is here of a backup of which only some groups were restored.
package struct Restored: Hashable, Sendable {
    package var groups: Int64
    package var people: Int64
    /// People who are in none of these groups.
    package var forgotten: Int64
}

extension Community {
    /// Who and what was forgotten when only some groups were restored, as in `person/anna`, and the daemon
    /// may have wishes of yet.
    package func forgottenAudiences() throws -> [String] {
        try read { db, _ in
            try db.rows("SELECT audience FROM forgotten ORDER BY audience") { $0.text(0) ?? "" }
        }
    }

    /// The daemon has nothing of it any more.
    package func noteForgotten(_ audience: String) throws {
        try change { db, _ in
            try db.run(
                "DELETE FROM forgotten WHERE audience = :audience", ["audience": .text(audience)])
            try db.beginForgetting()
        }
    }
}

extension Connection {
    private func isThere(_ table: String) throws -> Bool {
        try integer(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = :name",
            ["name": .text(table)]) != nil
    }

    /// Forgets everybody and everything but the groups that were restored and their members, before
    /// anybody is served. `nil`: all was restored, or this was done before.
    func keepRestoredGroups() throws -> Restored? {
        guard try integer("SELECT 1 FROM kept_group LIMIT 1") != nil else { return nil }
        return try transaction {
            try run(
                """
                INSERT OR IGNORE INTO forgotten SELECT '\(GroupID.kind)/' || id FROM "group"
                WHERE id NOT IN (SELECT id FROM kept_group)
                """)
            try run("DELETE FROM \"group\" WHERE id NOT IN (SELECT id FROM kept_group)")
            try run(
                """
                INSERT OR IGNORE INTO forgotten SELECT '\(PersonID.kind)/' || id FROM person
                WHERE id NOT IN (SELECT person FROM member)
                """)
            // What others were told of these phones, and of who asked to be told of them. Messages has the
            // table.
            if try isThere("message") {
                try run(
                    """
                    DELETE FROM message WHERE device IN (
                        SELECT device FROM phone WHERE owner NOT IN (SELECT person FROM member))
                    """)
            }
            // With their phones, messages, sessions and links.
            let people = try run("DELETE FROM person WHERE id NOT IN (SELECT person FROM member)")
            if try isThere("message") {
                try run(
                    """
                    DELETE FROM message WHERE EXISTS (
                        SELECT 1 FROM json_each(message.lines)
                        WHERE json_extract(value, '$.region') LIKE 'arrival/%' AND NOT EXISTS (
                            SELECT 1 FROM arrival
                            WHERE json_extract(value, '$.region') = 'arrival/' || arrival.id))
                    """)
            }
            // They wait to be let in at the machine that the backup is of.
            try run("DELETE FROM newcomer")
            // What that machine has said at a broker, it takes back itself. Messages has these tables.
            for table in ["announced", "fenced", "target"] where try isThere(table) {
                try run("DELETE FROM \(table)")
            }
            try run("DELETE FROM kept_group")
            try beginForgetting()
            return Restored(
                groups: try integer("SELECT count(*) FROM \"group\"") ?? 0,
                people: try integer("SELECT count(*) FROM person") ?? 0, forgotten: Int64(people))
        }
    }
}
