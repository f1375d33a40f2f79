import CSQLite

/// Files beside the connection's own.
extension Connection {
    /// Makes the tables of another file readable. If two tables have one name, the connection's own
    /// is meant.
    ///
    /// Nobody may change the file while it is attached. `schema`: its name in SQL. `application`:
    /// the mark that it must have (`PRAGMA application_id`); else it is detached again, and this
    /// throws `foreign`.
    package func attach(_ file: String, as schema: String, application: Int32) throws {
        try about(file) {
            let statement = try prepare("ATTACH ? AS \(schema)")
            statement.bind(1, Self.immutable(file))
            try statement.run()
        }
        do {
            let mark = try about(file) { try integer("PRAGMA \(schema).application_id") ?? 0 }
            guard mark == application else { throw SQLiteError.foreign(file) }
        } catch {
            // The first error is the one to report.
            try? detach(schema)
            throw error
        }
    }

    /// Ends what `attach` began. No statement may be running.
    package func detach(_ schema: String) throws {
        try execute("DETACH \(schema)")
    }

    /// Copies a file of another connection into this one, page by page. `schema`: the name of that
    /// file there.
    package func copy(from other: Connection, schema: String = "main") throws {
        guard let backup = sqlite3_backup_init(handle, "main", other.handle, schema) else {
            throw error(sqlite3_extended_errcode(handle))
        }
        let step = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE else { throw error(step) }
    }

    /// Lets errors of `body` name `file`, and not the connection's own.
    private func about<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch is SQLiteError {
            throw error(sqlite3_extended_errcode(handle), of: file)
        }
    }
}
