import CSQLite

/// Other files than the connection's own.
extension Connection {
    /// Reads the tables of another file as well; those of its own come first.
    ///
    /// Nobody may change that file as long as it is attached. `schema`: a word for it in SQL.
    /// `application`: the mark that the file must have.
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
            // The caller hears of the first fault.
            try? detach(schema)
            throw error
        }
    }

    /// Reads another file no longer; no statement may be under way.
    package func detach(_ schema: String) throws {
        try execute("DETACH \(schema)")
    }

    /// Makes this file the same as one of another connection, page by page.
    package func copy(from other: Connection, schema: String = "main") throws {
        guard let backup = sqlite3_backup_init(handle, "main", other.handle, schema) else {
            throw error(sqlite3_extended_errcode(handle))
        }
        let step = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE else { throw error(step) }
    }

    /// Says of the other file what is wrong with it.
    private func about<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch is SQLiteError {
            throw error(sqlite3_extended_errcode(handle), of: file)
        }
    }
}
