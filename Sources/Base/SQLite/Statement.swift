import CSQLite

/// A prepared statement, which can be run any number of times.
///
/// Arguments are numbered from 1, in the order of their names or question marks; columns of a row
/// from 0.
package final class Statement {
    private let handle: OpaquePointer
    /// Of the database, for messages: the statement may live longer than its connection.
    private let path: String
    /// Memory for the texts of arguments, so that SQLite need not copy them.
    private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var roomTaken = 0

    /// Bytes for each argument; most texts are shorter.
    private static let roomForEach = 64

    /// Prepares the first statement in `sql`. `isKept`: it will be run many times.
    init(_ sql: String, in connection: Connection, isKept: Bool) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &handle, nil)
        guard code == SQLITE_OK, let handle else { throw connection.error(code) }
        self.handle = handle
        path = connection.path
    }

    deinit {
        sqlite3_finalize(handle)
        room.deallocate()
    }

    // MARK: Arguments

    package func bind(_ index: Int32, _ value: SQLValue) {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(let text): bind(index, text)
        case .bytes(let bytes): bind(index, bytes)
        }
    }

    package func bind(_ index: Int32, _ number: Int64) {
        sqlite3_bind_int64(handle, index, number)
    }

    package func bind(_ index: Int32, _ number: Double) {
        sqlite3_bind_double(handle, index, number)
    }

    /// `nil` is NULL.
    package func bind(_ index: Int32, _ text: String?) {
        guard var text else {
            sqlite3_bind_null(handle, index)
            return
        }
        text.withUTF8 { bytes in
            // SQLITE_TRANSIENT: SQLite takes a copy.
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            let kept = keep(UnsafeRawBufferPointer(bytes))
            sqlite3_bind_text64(
                handle, index, kept ?? UnsafeRawPointer(bytes.baseAddress)?.chars,
                UInt64(bytes.count), kept == nil ? copied : nil, UInt8(SQLITE_UTF8))
        }
    }

    /// A copy that stays until `clear()`; `nil` if there is no memory left for it.
    private func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
        guard bytes.count <= room.count - roomTaken else { return nil }
        let copy = UnsafeMutableRawBufferPointer(rebasing: room[roomTaken...])
        copy.copyMemory(from: bytes)
        roomTaken += bytes.count
        return UnsafeRawPointer(copy.baseAddress)?.chars
    }

    /// Makes all arguments NULL. Texts that are bound from here on are kept here, which saves
    /// SQLite a copy of each: for a statement that is run for many rows.
    package func clear() {
        sqlite3_clear_bindings(handle)
        if room.isEmpty {
            let arguments = Int(sqlite3_bind_parameter_count(handle))
            room = .allocate(byteCount: arguments * Self.roomForEach, alignment: 8)
        }
        roomTaken = 0
    }

    /// Binds a column of the row that `other` is at.
    package func bind(_ index: Int32, _ column: Int32, of other: Statement) {
        sqlite3_bind_value(handle, index, sqlite3_column_value(other.handle, column))
    }

    package func bind(_ index: Int32, _ bytes: [UInt8]) {
        // SQLITE_TRANSIENT: SQLite takes a copy.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        _ = bytes.withUnsafeBytes { bytes in
            // SQLite takes bytes without an address as NULL.
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : sqlite3_bind_blob64(
                    handle, index, bytes.baseAddress, UInt64(bytes.count), copied)
        }
    }

    /// Binds arguments by name, as in `:name`. A name that the statement does not have is our own
    /// mistake.
    package func bind(_ arguments: KeyValuePairs<StaticString, SQLValue>) {
        for (name, value) in arguments {
            let index = sqlite3_bind_parameter_index(handle, ":\(name)")
            precondition(index > 0, "no argument :\(name)")
            bind(index, value)
        }
    }

    /// Binds arguments in their order.
    package func bind(_ arguments: [SQLValue]) {
        for (i, value) in arguments.enumerated() { bind(Int32(i + 1), value) }
    }

    // MARK: Running

    /// Goes to the next row; `false` after the last.
    package func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let error = SQLiteError(path: path, code: code, of: sqlite3_db_handle(handle))
            reset()
            throw error
        }
    }

    /// Runs a statement to its end, and resets it.
    package func run() throws(SQLiteError) {
        while try step() {}
        reset()
    }

    /// Makes it ready to be run again; arguments stay until they are bound again.
    package func reset() {
        sqlite3_reset(handle)
    }

    // MARK: Columns of the row

    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// 0 if the column is NULL.
    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    /// 0 if the column is NULL.
    package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// `nil` if the column is NULL.
    package func integerIfAny(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    package func realIfAny(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    /// The bytes of a text or of a blob; none if it is NULL.
    package func bytes(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(handle, column)
        return Array(
            UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Calls `body` with the bytes of a blob where SQLite has them.
    package func withBytes<Result>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let start = sqlite3_column_blob(handle, column)
        return try body(.init(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// `nil` is NULL.
    package func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}

extension UnsafeRawPointer {
    fileprivate var chars: UnsafePointer<CChar> { assumingMemoryBound(to: CChar.self) }
}
