import CSQLite
import Glibc
import Posix
import TestSupport
import Testing

@testable import SQLite

struct ConnectionTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: "", mode: .temporary)
        try connection.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, name ANY) STRICT")
    }

    @Test(arguments: [.null, 42, .real(0.1), "it's", .text("a\u{0}b"), .text("")] as [SQLValue])
    func `a value comes back as it went in`(value: SQLValue) throws {
        try connection.run("INSERT INTO thing (name) VALUES (:name)", ["name": value])
        let back: SQLValue? = try connection.first("SELECT name, typeof(name) FROM thing") { row in
            switch row.text(1) {
            case "integer": .integer(row.integer(0))
            case "real": .real(row.real(0))
            case "text": SQLValue(row.text(0))
            default: .null
            }
        }
        #expect(back == value)
    }

    @Test func `a statement that outlives its connection says what is wrong`() throws {
        let folder = TemporaryFolder()
        func statement() throws -> Statement {
            let connection = try Connection(path: folder.file("a"), mode: .create)
            try connection.execute("CREATE TABLE thing (name TEXT NOT NULL)")
            return try connection.prepare("INSERT INTO thing VALUES (NULL)")
        }
        let insert = try statement()
        let error = #expect(throws: SQLiteError.self) { try insert.run() }
        #expect(error?.description.hasPrefix(folder.file("a")) == true)
    }

    @Test(arguments: [
        ("", true), ("BEGIN; SELECT * FROM thing", nil),
        ("BEGIN IMMEDIATE; INSERT INTO thing VALUES ('new')", nil),
    ])
    func `gaps are overwritten while no other connection reads the log or writes`(
        other: String, answer: Bool?
    ) throws {
        let folder = TemporaryFolder()
        let ours = try Connection(path: folder.file("a"), mode: .create, patience: .zero)
        try ours.execute("PRAGMA journal_mode = WAL; CREATE TABLE thing (name TEXT)")
        let theirs = try Connection(path: folder.file("a"), mode: .readWrite)
        try theirs.execute(other)
        #expect(try ours.overwriteGaps(in: 1..<2) == answer)
    }

    @Test func `SQL in a value is only text`() throws {
        let name = "'); DROP TABLE thing; --"
        try connection.run("INSERT INTO thing (name) VALUES (:name)", ["name": .text(name)])
        #expect(try connection.rows("SELECT name FROM thing") { $0.text(0) } == [name])
    }

    @Test func `a statement that is cleared has no arguments, and keeps the texts that follow`()
        throws
    {
        let insert = try connection.prepare("INSERT INTO thing (name) VALUES (?1 || ?2), (?3)")
        // The last has more text than there is room for.
        for length in [0, 1, 10, 63, 64, 65, 100, 200, 5000] {
            let (left, right) = (
                String(repeating: "l", count: length), String(repeating: "ä", count: length)
            )
            insert.clear()
            insert.bind(1, left)
            insert.bind(2, right)
            insert.bind(1, left)
            try insert.run()
            let names = try connection.rows("SELECT name FROM thing ORDER BY id") { $0.text(0) }
            #expect(names == [left + right, nil])
            try connection.run("DELETE FROM thing")
        }
    }

    @Test func `a transaction that fails leaves nothing`() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.run("INSERT INTO thing (name) VALUES ('a')")
                // One within another is part of it.
                try connection.transaction {
                    try connection.run("INSERT INTO thing (name) VALUES ('b')")
                }
                throw Stop()
            }
        }
        #expect(try connection.integer("SELECT count(*) FROM thing") == 0)
        try connection.transaction { try connection.run("INSERT INTO thing (name) VALUES ('c')") }
        #expect(try connection.integer("SELECT count(*) FROM thing") == 1)
    }

    @Test func `a query that is broken off can be asked again`() throws {
        for name in ["a", "b", "c"] as [SQLValue] {
            try connection.run("INSERT INTO thing (name) VALUES (:name)", ["name": name])
        }
        let sql = "SELECT name FROM thing ORDER BY name"
        #expect(try connection.first(sql) { $0.text(0) } == "a")
        #expect(try connection.rows(sql) { $0.text(0) } == ["a", "b", "c"])
    }

    @Test func `a fault of the schema is told with what it is about`() throws {
        try connection.run("INSERT INTO thing VALUES (1, 'a')")
        let error = #expect(throws: SQLiteError.self) {
            try connection.run("INSERT INTO thing VALUES (1, 'b')")
        }
        #expect(error == .constraint("", "UNIQUE constraint failed: thing.id"))
    }

    @Test func `a path that names no file is refused`() throws {
        #expect(throws: SQLiteError.noPath) { try Connection(path: "", mode: .create) }
        #expect(throws: SQLiteError.notAFile("/tmp")) {
            try Connection(path: "/tmp", mode: .readOnly)
        }
        #expect(throws: SQLiteError.notAFile("/dev/zero")) {
            try Connection(path: "/dev/zero", mode: .create)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `nobody waits for the other end of a pipe`() throws {
        let folder = TemporaryFolder()
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: SQLiteError.notAFile(path)) {
            try Connection(path: path, mode: .readOnly)
        }
    }

    @Test(arguments: [":memory:", "file:nothing?mode=memory"])
    func `a path is a path, whatever SQLite makes of names`(_ path: String) {
        // As a name it would be a database in memory, which is always there.
        #expect(throws: SQLiteError.self) { try Connection(path: path, mode: .readOnly) }
    }

    @Test func `an error shows what would steer a terminal`() {
        let error = SQLiteError.damaged("a\u{1B}[2J", "near \"\u{8}\"")
        #expect(
            error.description.hasPrefix("a\\u{1b}[2J: is damaged: near \"\\u{8}\": restore it"))
    }

    @Test func `a database without a table that it should have is damaged`() {
        let error = #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM gone") }
        #expect(error == .damaged("", "no such table: gone"))
    }

    @Test func `a file that is not there is told in the words of the system`() {
        let path = "/nowhere/at/all.sqlite"
        #expect(throws: SQLiteError.cannotOpen(path, "no such file or directory")) {
            try Connection(path: path, mode: .readOnly)
        }
    }

    @Test func `a disk that is too full for the journal's index is full`() {
        let code = SQLITE_IOERR | 19 << 8  // SQLITE_IOERR_SHMSIZE
        let error = SQLiteError(
            path: "a", code: code, message: "disk I/O error", cause: Errno(ENOSPC))
        #expect(error == .full("a"))
    }
}
