import Glibc
import TestSupport
import Testing

@testable import SQLite

/// A database file goes through the versions of a program.
struct SchemaTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("things.sqlite") }
    private let old = Schema(part: "things", steps: ["CREATE TABLE thing (name TEXT) STRICT"])
    private var new: Schema {
        Schema(
            part: "things",
            steps: old.steps + [
                "ALTER TABLE thing ADD COLUMN size INTEGER; UPDATE thing SET size = 7"
            ])
    }

    private func open(_ schemas: [Schema], application: Int32 = 7) throws -> Connection {
        let connection = try Connection(path: path, mode: .create)
        try connection.migrate(to: schemas, application: application)
        return connection
    }

    @Test func `a new file gets all steps, and an old one those that it lacks`() throws {
        try open([old]).execute("INSERT INTO thing VALUES ('a')")
        #expect(try open([new]).integer("SELECT size FROM thing") == 7)
        try open([new]).execute("UPDATE thing SET size = 8")
        #expect(try open([new]).integer("SELECT size FROM thing") == 8, "no step is taken twice")
    }

    @Test func `parts have steps of their own`() throws {
        _ = try open([old])
        let other = Schema(part: "others", steps: ["CREATE TABLE other (name TEXT) STRICT"])
        _ = try open([old, other])
        #expect(try open([new, other]).integer("SELECT count(*) FROM other") == 0)
    }

    @Test func `a step that fails leaves the file as it was`() throws {
        try open([old]).execute("INSERT INTO thing VALUES ('a')")
        var broken = new
        broken.steps.append("CREATE TABLE thing (name TEXT)")
        #expect(throws: SQLiteError.self) { try open([broken]) }
        #expect(try open([new]).integer("SELECT size FROM thing") == 7)
    }

    @Test func `a file of a newer version is refused and not changed`() throws {
        _ = try open([new])
        #expect(throws: SQLiteError.newer(path)) { try open([old]) }
        _ = try open([new])
    }

    @Test func `a file of another program is refused and not changed`() throws {
        let other = try Connection(path: path, mode: .create)
        try other.execute("CREATE TABLE thing (name TEXT)")
        #expect(throws: SQLiteError.foreign(path)) { try open([old]) }
        #expect(try other.integer("PRAGMA application_id") == 0)
        try other.execute("PRAGMA application_id = 8")
        #expect(throws: SQLiteError.foreign(path)) { try open([old]) }
    }

    @Test func `what is no database is refused and not changed`() throws {
        let text = "not a database, but long enough to have a header of its own, or so it seems"
        try folder.write("things.sqlite", text.utf8)
        #expect(throws: SQLiteError.notADatabase(path)) { try open([old]) }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_size == text.utf8.count)
    }

    @Test(arguments: ["/nowhere/at/all.sqlite", "a\u{0}b"])
    func `a path that cannot be a file is refused`(path: String) {
        let error = #expect(throws: SQLiteError.self) {
            try Connection(path: path, mode: .create)
        }
        guard case .cannotOpen(path, _) = error else {
            Issue.record("\(error.debugDescription)")
            return
        }
    }
}
