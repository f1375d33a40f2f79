import CSQLite
import Glibc
import Posix

/// An open SQLite database, for one actor or one thread at a time.
package final class Connection {
    /// The path as the caller wrote it, for messages.
    package let path: String
    let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private var depth = 0
    var interruption: Interruption?

    package enum Mode: Sendable {
        case readOnly
        /// To be read, and nobody writes to the file as long as it is open: SQLite looks for nothing
        /// beside it, and makes nothing there.
        case immutable
        /// The file must be there.
        case readWrite
        /// The file is made if it is not there.
        case create
        /// A database without a name that nobody else sees; SQLite writes it to disk only if it is
        /// large.
        case temporary
    }

    /// Evaluated once in the process, before SQLite is used.
    private static let countsNoMemory: Void = csqlite_count_no_memory()

    /// How long to wait for another process that writes.
    package static let patience = Duration.seconds(5)

    /// `patience`: how long to wait for another process that writes.
    package init(
        path: String, mode: Mode, patience: Duration = patience
    ) throws(SQLiteError) {
        _ = Self.countsNoMemory
        if mode != .temporary { try Self.check(path) }
        let flags =
            switch mode {
            case .readOnly, .immutable: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create, .temporary: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        let isImmutable =
            mode == .immutable || mode == .readOnly && Self.isImmutable(path)
        let name = isImmutable ? Self.immutable(path) : Self.literal(path)
        var handle: OpaquePointer?
        // URIs are needed for files that are attached later, too.
        let code = sqlite3_open_v2(
            mode == .temporary ? "" : name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
            nil)
        guard let handle else { throw .cannotOpen(path, "no memory") }
        self.path = path
        self.handle = handle
        guard code == SQLITE_OK else { throw error(code) }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Int32(patience / .milliseconds(1)))
    }

    /// Throws if SQLite would not take `path` as a file, or would wait for it for ever.
    private static func check(_ path: String) throws(SQLiteError) {
        // An empty path would mean a database without a name, and SQLite reads a path only up to a
        // NUL.
        if path.isEmpty { throw .noPath }
        guard !path.utf8.contains(0) else { throw .cannotOpen(path, "the path has a NUL in it") }
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
    }

    /// A name that begins with `file:` or a colon has another meaning to SQLite; with a slash in
    /// front it has not.
    private static func literal(_ path: String) -> String {
        path.hasPrefix("/") ? path : "./" + path
    }

    /// Whether the file has to be opened as one that never changes: nobody is writing it, and this
    /// account may not make the files beside it that SQLite needs to read a file that changes.
    private static func isImmutable(_ path: String) -> Bool {
        access(path, R_OK) == 0 && access(path.directory, W_OK) != 0
            && access(path + "-wal", F_OK) != 0
    }

    /// The URI of a file that never changes (sqlite.org, *Uniform Resource Identifiers*).
    private static func immutable(_ path: String) -> String { uri(path) + "?mode=ro&immutable=1" }

    /// The URI of a file, to which parameters can be added.
    static func uri(_ path: String) -> String {
        (path.hasPrefix("/") ? "file://" : "file:") + literal(path).percentEncoded(besides: "/")
    }

    deinit {
        // Statements may live longer: then the last of them closes it (`_v2`).
        sqlite3_close_v2(handle)
    }

    func error(_ code: Int32, of other: String? = nil) -> SQLiteError {
        SQLiteError(path: other ?? path, code: code, of: handle)
    }

    /// Keeps other connections out until this one is closed. SQLite then needs no file for the
    /// index of its journal, for which a full disk may have no room. Call it before all else.
    package func lockForever() throws(SQLiteError) {
        try execute("PRAGMA locking_mode = EXCLUSIVE")
    }

    /// Sets how long to wait for another process that writes.
    package func wait(atMost patience: Duration) {
        sqlite3_busy_timeout(handle, Int32(patience / .milliseconds(1)))
    }

    // MARK: Statements

    /// Runs statements that have neither arguments nor rows.
    package func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Prepares a statement for the caller alone.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(sql, in: self, isKept: false)
    }

    /// Runs one statement, and returns how many rows it has changed.
    @discardableResult
    package func run(
        _ sql: String, _ arguments: KeyValuePairs<StaticString, SQLValue> = [:]
    ) throws(SQLiteError) -> Int {
        let statement = try kept(sql)
        statement.bind(arguments)
        try statement.run()
        return Int(sqlite3_changes64(handle))
    }

    /// Runs one query, and returns what `row` makes of each of its rows.
    package func rows<Result>(
        _ sql: String, _ arguments: KeyValuePairs<StaticString, SQLValue> = [:],
        _ row: (Statement) throws -> Result
    ) throws -> [Result] {
        let statement = try kept(sql)
        statement.bind(arguments)
        defer { statement.reset() }
        var results: [Result] = []
        while try statement.step() { results.append(try row(statement)) }
        return results
    }

    /// As `rows`, but only the first row; `nil` if there is none.
    package func first<Result>(
        _ sql: String, _ arguments: KeyValuePairs<StaticString, SQLValue> = [:],
        _ row: (Statement) throws -> Result
    ) throws -> Result? {
        let statement = try kept(sql)
        statement.bind(arguments)
        defer { statement.reset() }
        return try statement.step() ? try row(statement) : nil
    }

    /// The first column of all rows, which is an integer.
    package func integers(
        _ sql: String, _ arguments: KeyValuePairs<StaticString, SQLValue> = [:]
    ) throws -> [Int64] {
        let statement = try kept(sql)
        statement.bind(arguments)
        defer { statement.reset() }
        var integers: [Int64] = []
        while try statement.step() { integers.append(statement.integer(0)) }
        return integers
    }

    /// The first column of the first row; `nil` if there is no row, or it is NULL.
    package func integer(
        _ sql: String, _ arguments: KeyValuePairs<StaticString, SQLValue> = [:]
    ) throws -> Int64? {
        try first(sql, arguments) { $0.integerIfAny(0) } ?? nil
    }

    /// The id of the row that was inserted last.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows the last statement has changed, without those that triggers have changed.
    package var changes: Int { Int(sqlite3_changes64(handle)) }

    /// How many rows this connection has changed since it was opened.
    package var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }

    /// Bytes of a file, without its write-ahead log. `schema`: its name in SQL.
    package func size(_ schema: String = "main") throws -> Int {
        let pages = try integer("PRAGMA \(schema).page_count") ?? 0
        return Int(pages * (try integer("PRAGMA \(schema).page_size") ?? 0))
    }

    /// A statement that stays prepared for the next caller with the same `sql`. The caller must
    /// reset it before that.
    package func kept(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try Statement(sql, in: self, isKept: true)
        statements[sql] = statement
        return statement
    }

    // MARK: Transactions

    /// Runs `body`, which sees one state of the database, whatever others write meanwhile.
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        guard depth == 0 else { return try body() }
        try kept("BEGIN").run()
        depth += 1
        defer { depth -= 1 }
        // Nothing was written, so a failure to end it loses nothing.
        defer { try? execute("ROLLBACK") }
        return try body()
    }

    /// Runs `body`, and keeps all of its changes, or none if it throws. A transaction within
    /// another is a part of that.
    @discardableResult
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        guard depth == 0 else { return try body() }
        try kept("BEGIN IMMEDIATE").run()
        depth += 1
        defer { depth -= 1 }
        do {
            let result = try body()
            try kept("COMMIT").run()
            return result
        } catch {
            // After some errors SQLite has rolled back by itself.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }
}
