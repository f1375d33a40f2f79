import Glibc
import Posix
import SQLite
import TestSupport
import Testing

@testable import Community

@Suite struct DatabaseTests {
    private func error(in folder: TemporaryFolder) -> String {
        do {
            _ = try Community.open(in: folder, TestTime())
            return "none"
        } catch {
            return "\(error)".replacing(folder.path, with: "DIR")
        }
    }

    /// A database that was used, and closed.
    private func used() async throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let community = try Community.open(in: folder, TestTime())
        for i in 0..<200 { try await community.add("Person \(i)") }
        _ = try await community.read { db, _ in try db.emptyWAL() }
        return folder
    }

    @Test func `a newer database is left as it is`() async throws {
        let folder = try await used()
        let file = try Connection(path: folder.file("gateway.sqlite"), mode: .readWrite)
        try file.execute("UPDATE schema_part SET steps = 99 WHERE name = 'community'")
        #expect(
            error(in: folder)
                == "DIR/gateway.sqlite: was made by a newer geofenced: update this one, or choose another file"
        )
    }

    @Test func `a database of another program is left as it is`() throws {
        let folder = TemporaryFolder()
        let file = try Connection(path: folder.file("gateway.sqlite"), mode: .create)
        try file.execute("CREATE TABLE theirs (a)")
        #expect(
            error(in: folder)
                == "DIR/gateway.sqlite: is a database of another program: choose another file")
        #expect(try file.integer("SELECT count(*) FROM sqlite_master") == 1)
    }

    @Test(arguments: [
        (0, "is not a database: choose another file"), (4096 * 3, "is damaged"),
        (4096 * 6, "is damaged"),
    ])
    func `a damaged database is told in one line`(offset: Int, words: String) async throws {
        let folder = try await used()
        let path = folder.file("gateway.sqlite")
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        var bytes = try InputFile.contents(of: path, limit: 1 << 26)
        for i in offset..<offset + 2000 { bytes[i] = 0xA5 }
        try folder.write("gateway.sqlite", bytes)
        let told = error(in: folder)
        #expect(told.hasPrefix("DIR/gateway.sqlite: \(words)"))
        #expect(!told.contains("\n"))
    }

    @Test func `text is no database, and an empty file is a new one`() async throws {
        let folder = TemporaryFolder()
        try folder.write("gateway.sqlite", Array(repeating: UInt8(ascii: "x"), count: 5000))
        #expect(
            error(in: folder) == "DIR/gateway.sqlite: is not a database: choose another file")
        try folder.write("gateway.sqlite", [])
        #expect(error(in: folder) == "none")
        #expect(error(in: TemporaryFolder()) == "none")
    }

    @Test func `when the disk is full, nothing is half done, and people stay signed in`()
        async throws
    {
        let street = try await Street()
        let community = street.community
        let session = try await community.signIn(street.ben)
        let most = try await community.read { db, _ in
            let pages = try db.integer("PRAGMA page_count") ?? 0
            return try db.integer("PRAGMA max_page_count = \(pages)")
        }
        #expect(most != nil)
        var before: [String] = []
        let error = await #expect(throws: SQLiteError.self) {
            for i in 0..<10_000 {
                before = try await community.people(by: .machine).map(\.name)
                try await community.add("Somebody with a long name \(i)")
            }
        }
        #expect(
            "\(try #require(error))".hasSuffix("the disk is full: make room and try again"))
        #expect(try await community.people(by: .machine).map(\.name) == before)
        street.time.pass(2 * hour)
        #expect(try await community.session(session.secret)?.person == street.ben)
        #expect(
            try await community.visibility(of: "ben-phone", by: .person(street.carl)) == .position)
    }

    @Test(arguments: [0, year, -year])
    func `when nothing can be written, a clock that is set still ends nothing`(
        by: Int64
    ) async throws {
        let street = try await Street()
        let community = street.community
        let session = try await community.signIn(street.ben)
        try await community.read { db, _ in try db.execute("PRAGMA query_only = ON") }
        street.time.set(by: by)
        #expect(try await community.session(session.secret)?.person == street.ben)
        await #expect(throws: SQLiteError.self) { try await community.add("Ida") }
        // The next change opens the database again.
        try await community.add("Ida")
        #expect(try await community.session(session.secret)?.person == street.ben)
    }

    @Test func `another connection that writes keeps a change out for a moment only`() async throws
    {
        let street = try await Street()
        let other = try GatewayDatabase.open(
            street.folder.file("gateway.sqlite"), schemas: [])
        try other.execute("BEGIN IMMEDIATE")
        await #expect(throws: SQLiteError.busy(street.folder.file("gateway.sqlite"))) {
            try await street.community.add("Ida")
        }
        #expect(try await street.community.people(by: .machine).count == 7)
        try other.execute("ROLLBACK")
        try await street.community.add("Ida")
    }
}
