import CSQLite
import Glibc

/// What is left of rows that were deleted or moved.
extension Connection {
    /// Moves the write-ahead log into the file, and empties it; `false` if somebody still reads it.
    package func emptyWAL() throws -> Bool {
        try first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) } == 0
    }

    /// Empties the write-ahead log, and overwrites the gaps in `pages`, which are numbered from 1;
    /// `false` if there are no more pages, nil if another connection has just written or still reads
    /// the log. No other connection can write meanwhile: what it then moved into the file would be
    /// overwritten as well.
    ///
    /// `secure_delete` overwrites rows that are deleted. When SQLite moves rows to another page, their
    /// bytes stay in the gap between the pointers of the old page and its rows (sqlite.org, *Database
    /// File Format*, 1.6), which nobody reads. Call it when no statement runs.
    package func overwriteGaps(in pages: Range<Int>) throws -> Bool? {
        guard try emptyWAL() else { return nil }
        return try transaction {
            var status = stat()
            guard stat(path + "-wal", &status) != 0 || status.st_size == 0 else { return nil }
            return try overwriteGapsInFile(pages)
        }
    }

    private func overwriteGapsInFile(_ pages: Range<Int>) throws -> Bool {
        // A page in memory would be written with its gap once it changes.
        try execute("PRAGMA shrink_memory")
        let size = Int(try integer("PRAGMA page_size") ?? 4096)
        let count = Int(try integer("PRAGMA page_count") ?? 0)
        guard let file = DatabaseFile(handle) else { return false }
        for number in pages.clamped(to: 1..<count + 1) {
            let offset = Int64(number - 1) * Int64(size)
            try check(file.read(size, at: offset))
            guard let gap = file.page.gap(isFirst: number == 1) else { continue }
            for i in gap { file.page[i] = 0 }
            try check(file.write(gap, at: offset))
        }
        try check(file.sync())
        return pages.upperBound <= count
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        if code != SQLITE_OK { throw error(code) }
    }
}

/// The database's file as SQLite has it open. To open and close it here would take SQLite's locks
/// away (sqlite.org, *How To Corrupt An SQLite Database File*, 2.2).
private final class DatabaseFile {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods
    var page: [UInt8] = []

    init?(_ handle: OpaquePointer) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let file, let methods = file.pointee.pMethods else { return nil }
        (self.file, self.methods) = (file, methods.pointee)
    }

    func read(_ size: Int, at offset: Int64) -> Int32 {
        if page.count != size { page = [UInt8](repeating: 0, count: size) }
        return page.withUnsafeMutableBytes {
            methods.xRead(file, $0.baseAddress, Int32(size), offset)
        }
    }

    /// Writes a part of the page that begins at `offset`.
    func write(_ part: Range<Int>, at offset: Int64) -> Int32 {
        page.withUnsafeBytes { bytes in
            methods.xWrite(
                file, bytes.baseAddress! + part.lowerBound, Int32(part.count),
                offset + Int64(part.lowerBound))
        }
    }

    func sync() -> Int32 { methods.xSync(file, SQLITE_SYNC_NORMAL) }
}

extension [UInt8] {
    /// Where a page of a table or an index has neither pointers nor rows; `nil` if there is nothing
    /// but zeros, or it is a page of another sort.
    ///
    /// `isFirst`: the file's header is before the page's own.
    fileprivate func gap(isFirst: Bool) -> Range<Int>? {
        let header = isFirst ? 100 : 0
        let interior: Set<UInt8> = [2, 5]
        let leaf: Set<UInt8> = [10, 13]
        guard interior.contains(self[header]) || leaf.contains(self[header]) else { return nil }
        let pointers = header + (interior.contains(self[header]) ? 12 : 8)
        let start = pointers + 2 * number(at: header + 3)
        let rows = number(at: header + 5)
        let end = rows == 0 ? 65_536 : rows
        guard start < end, end <= count, self[start..<end].contains(where: { $0 != 0 }) else {
            return nil
        }
        return start..<end
    }

    /// Two bytes, the higher first.
    private func number(at index: Int) -> Int { Int(self[index]) << 8 | Int(self[index + 1]) }
}
