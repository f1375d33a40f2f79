/// The steps that make one part of a database as the program expects it, beginning with nothing.
///
/// A database stores how many steps of each part it has taken. Steps are only ever added.
package struct Schema: Sendable {
    /// Its name in the table `schema_part`.
    package var part: String
    /// SQL, any number of statements each.
    package var steps: [String]

    package init(part: String, steps: [String]) {
        self.part = part
        self.steps = steps
    }
}

extension Connection {
    /// Brings a database of this program up to date, or leaves it as it is and throws.
    ///
    /// `application`: the mark of this program's files (`PRAGMA application_id`). A database with
    /// tables and another mark is `foreign`. One that has taken more steps than there are here is
    /// `newer`.
    package func migrate(to schemas: [Schema], application: Int32) throws {
        if try isUpToDate(schemas, application) { return }
        try transaction {
            try execute(
                """
                PRAGMA application_id = \(application);
                CREATE TABLE IF NOT EXISTS schema_part (
                    name TEXT PRIMARY KEY,
                    steps INTEGER NOT NULL  -- how many of its steps have been taken
                ) STRICT
                """)
            for schema in schemas {
                let taken = try steps(of: schema)
                for step in schema.steps[taken...] { try execute(step) }
                try run(
                    "INSERT OR REPLACE INTO schema_part VALUES (:name, :steps)",
                    ["name": .text(schema.part), "steps": SQLValue(schema.steps.count)])
            }
        }
    }

    /// Whether it has taken all steps. Throws if it cannot be brought up to date.
    package func isUpToDate(_ schemas: [Schema], _ application: Int32) throws -> Bool {
        let mark = try integer("PRAGMA application_id") ?? 0
        if mark != application {
            let tables = try integer("SELECT count(*) FROM sqlite_master") ?? 0
            guard mark == 0, tables == 0 else { throw SQLiteError.foreign(path) }
            return false
        }
        return try schemas.allSatisfy { try steps(of: $0) == $0.steps.count }
    }

    private func steps(of schema: Schema) throws -> Int {
        let taken = try integer(
            "SELECT steps FROM schema_part WHERE name = :name", ["name": .text(schema.part)])
        guard let taken else { return 0 }
        guard (0...Int64(schema.steps.count)).contains(taken) else {
            throw SQLiteError.newer(path)
        }
        return Int(taken)
    }
}
