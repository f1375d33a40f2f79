import Glibc
import Posix
package import SQLite

/// `gateway.sqlite`, which each part of the gateway opens with a connection of its own.
package enum GatewayDatabase {
    /// In the gateway's state directory.
    package static let fileName = "gateway.sqlite"
    /// The mark of its files (`PRAGMA application_id`): `geog` in ASCII.
    package static let application: Int32 = 0x67_65_6F_67

    /// Bytes that the write-ahead log is cut to when it has been longer.
    private static let longestWAL = 4 << 20
    /// Bytes. Larger files are not read through: a start would take too long.
    private static let quicklyChecked = 16 << 20

    /// Opens it to be written, and makes it if it is not there. Throws if it is damaged, or not for
    /// this program; it is left as it is then.
    ///
    /// `schemas`: of the tables that the caller needs. `patience`: how long to wait for another
    /// connection that writes. `isAlone`: nobody else can open it meanwhile; so it can be read on a
    /// full disk.
    package static func open(
        _ path: String, schemas: [Schema], patience: Duration = Connection.patience,
        isAlone: Bool = false
    ) throws -> Connection {
        let connection = try Connection(path: path, mode: .create, patience: patience)
        if isAlone { try connection.lockForever() }
        _ = try connection.isUpToDate(schemas, application)
        try check(connection)
        try connection.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA journal_size_limit = \(longestWAL);
            -- Power may go at any time: what was said to be done is done.
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            -- What is removed is overwritten, and nothing of it goes into other files.
            PRAGMA secure_delete = ON;
            PRAGMA temp_store = MEMORY
            """)
        try connection.migrate(to: schemas, application: application)
        return connection
    }

    /// Opens it to be read, as it is.
    static func openReadOnly(_ path: String, schemas: [Schema]) throws -> Connection {
        let connection = try Connection(path: path, mode: .readOnly)
        guard try connection.isUpToDate(schemas, application) else {
            throw SQLiteError.needsUpdate(path)
        }
        return connection
    }

    private static func check(_ connection: Connection) throws {
        guard try connection.size() <= quicklyChecked else { return }
        let result = try connection.first("PRAGMA quick_check(1)") { $0.text(0) ?? "" } ?? ""
        // The first line is a heading.
        let line = result.split(separator: "\n").last.map { String($0) } ?? result
        if line != "ok" { throw SQLiteError.damaged(connection.path, line) }
    }
}
