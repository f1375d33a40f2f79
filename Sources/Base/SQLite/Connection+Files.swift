import CSQLite

/// Files beside the connection's own.
extension Connection {
    package enum FileAccess: String, Sendable {
        case readOnly = "ro"
        case readWrite = "rw"
    }

    /// Makes the tables of another file available. If two tables have one name, the connection's own
    /// is meant.
    ///
    /// `schema`: its name in SQL. `application`: the mark that it must have (`PRAGMA
    /// application_id`); else it is detached again, and this throws `foreign`.
    package func attach(
        _ file: String, as schema: String, application: Int32, access: FileAccess
    ) throws {
        try about(file) {
            let statement = try prepare("ATTACH ? AS \(schema)")
            statement.bind(1, Self.uri(file) + "?mode=\(access.rawValue)")
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
        var step: Int32
        repeat {
            // Between two pieces, others may write: then it begins again.
            step = sqlite3_backup_step(backup, Self.pagesTogether)
            if let interruption, interruption.isWanted() { step = SQLITE_INTERRUPT }
        } while step == SQLITE_OK
        sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE else { throw error(step) }
    }

    /// 16 MiB, which take some tenths of a second on a slow card.
    private static let pagesTogether: Int32 = 4096

    /// Lets errors of `body` name `file`, and not the connection's own.
    private func about<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch is SQLiteError {
            throw error(sqlite3_extended_errcode(handle), of: file)
        }
    }
}
