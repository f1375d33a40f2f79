import FoundationEssentials
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
            try await community.seenPhones(by: .person(street.carl)).levels["ben-phone"]
                == .position)
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

    /// `gateway-0.1.0.sql` is what a gateway had written whose lists and inventories were two tables.
    @Test func `what a household wanted and had before both were things is all there`()
        async throws
    {
        let folder = TemporaryFolder()
        let sql = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../SystemTests/Files/gateway-0.1.0.sql")
        try Connection(path: folder.file(GatewayDatabase.fileName), mode: .create)
            .execute(String(contentsOf: sql, encoding: .utf8))
        let community = try Community.open(in: folder, TestTime())
        let (home, nest) = (GroupID("home")!, GroupID("nest")!)
        func things(_ group: GroupID) async throws -> [String] {
            try await community.things(of: group, by: .machine).map { thing in
                let said = Thing.Field.allCases.map { thing.fields[$0] ?? "-" }
                return "\(thing.id) \(thing.state) \(said.joined(separator: " ")) \(thing.by.name)"
            }
        }
        #expect(
            try await things(home) == [
                "4 wanted Eggs 12 shop=supermarket Anna", "6 wanted Aspirin - shop=chemist Ben",
                "7 wanted Bread - shop=bakery Anna", "8 wanted Honey - shop=supermarket Carl",
                "10 home Milk 2 l shop=supermarket Ben", "12 home Rice 1 kg shop=supermarket Anna",
                "14 home Tea 1 box shop=supermarket Anna",
            ])
        #expect(
            try await things(nest) == [
                "9 wanted Soap - shop=supermarket Anna", "15 home Flour - shop=supermarket Anna",
            ])
        let (anna, ben) = (Caller.person(PersonID("anna")!), Caller.person(PersonID("ben")!))
        // Keys and numbers mean what they did.
        let bought = try await community.buy(1, of: home, price: 251, key: "b1", by: ben)
        #expect(bought.thing.id == 10 && bought.bill?.id == 1)
        #expect(try await community.useUp(11, of: home, key: "u1", by: anna).id == 7)
        let eggs = try await community.addThing([.text: "Eggs"], of: home, key: "a4", by: anna)
        #expect(eggs.id == 4)
        let rice = try await community.addThing([.text: "x"], .home, of: home, key: "s1", by: anna)
        #expect(rice.id == 12)
        for number in [1, 3] as [Int64] {
            await #expect(
                throws: CommunityError.conflict("it has been bought meanwhile: see the inventory")
            ) { try await community.buy(number, of: home, by: anna) }
        }
        await #expect(
            throws: CommunityError.conflict("it has been used up meanwhile: see the list")
        ) { try await community.useUp(11, of: home, by: anna) }
        #expect(try await community.bills(of: home, by: anna).map(\.what) == ["Milk", "Rent"])
        // No number is given again.
        let salt = try await community.addThing([.text: "Salt"], of: home, by: anna)
        #expect(salt.id == 19)
        let (broken, isForgetting, sequences) = try await community.read { db, _ in
            (
                try db.rows("PRAGMA foreign_key_check") { $0.text(0) },
                try db.integer("SELECT one FROM forgetting"),
                try db.integer("SELECT count(*) FROM sqlite_sequence WHERE name = 'thing'")
            )
        }
        #expect(broken == [] && isForgetting == 1 && sequences == 1)
        try await community.finishForgetting()
        let bytes = try InputFile.contents(of: folder.file("gateway.sqlite"), limit: 1 << 26)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("CREATE TABLE stock"))
    }
}
