import Glibc
import Posix
import SQLite
import TestSupport
import Testing

@testable import Community

/// A file system of 1 MiB, which only the threads that are begun here see.
private actor SmallDisk {
    private let queue = DatabaseQueue(label: "small disk")
    private let folder = TemporaryFolder()

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private func run(_ result: Int32) throws(Errno) {
        if result != 0 { throw .current }
    }

    /// `false` if this account may mount nothing.
    func begin() throws -> Bool {
        guard Self.ownMounts() else { return false }
        try run(mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil))
        try run(mount("none", folder.path, "tmpfs", 0, "size=1m"))
        return true
    }

    /// What this thread mounts, and those that it begins, nobody else sees from here on (unshare(2),
    /// which the Glibc module leaves out); `false` if this account may not.
    private static func ownMounts() -> Bool {
        let newMounts: Int32 = 0x20000
        guard let symbol = dlsym(nil, "unshare") else { return false }
        let unshare = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
        return unshare(newMounts) == 0
    }

    func copy(_ names: [String], from other: TemporaryFolder) throws {
        for name in names {
            try folder.write(name, try InputFile.contents(of: other.file(name), limit: 1 << 20))
        }
    }

    func open(_ time: TestTime) throws -> Community { try .open(in: folder, time) }

    func fill() {
        let descriptor = Glibc.open(folder.file("fill"), O_WRONLY | O_CREAT, 0o600)
        var size = 4096
        let bytes = [UInt8](repeating: 1, count: size)
        while size > 0 { if write(descriptor, bytes, size) != size { size /= 2 } }
        close(descriptor)
    }

    func empty() throws { try run(unlink(folder.file("fill"))) }

    func setReadOnly(_ isReadOnly: Bool) throws {
        let flags = MS_REMOUNT | (isReadOnly ? MS_RDONLY : 0)
        try run(mount("none", folder.path, "tmpfs", UInt(flags), "size=1m"))
    }
}

@Suite struct DiskTests {
    private let disk = SmallDisk()
    private let time = TestTime()

    /// Puts a database on the disk in which somebody is signed in; `nil`: it cannot be tried here.
    ///
    /// `wasKilled`: with its write-ahead log, as a gateway leaves it that was killed.
    private func session(wasKilled: Bool = false) async throws -> Secret? {
        guard try await disk.begin() else { return nil }
        let folder = TemporaryFolder()
        let community = try Community.open(in: folder, time)
        let anna = try await community.add("Anna")
        let session = try await community.signIn(anna).secret
        if !wasKilled { _ = try await community.read { db, _ in try db.emptyWAL() } }
        let suffixes = wasKilled ? ["", "-wal", "-shm"] : [""]
        try await disk.copy(suffixes.map { GatewayDatabase.fileName + $0 }, from: folder)
        return session
    }

    /// What is said when somebody is added, without the path.
    private func told(_ community: Community) async -> String {
        do {
            _ = try await community.add("Ben")
            return "added"
        } catch {
            return String("\(error)".split(separator: ": ", maxSplits: 1).last ?? "")
        }
    }

    /// The gateway starts on a disk that cannot be written, until `mend`.
    private func start(
        _ session: Secret, telling words: String, _ mend: () async throws -> Void
    ) async throws {
        let community = try await disk.open(time)
        #expect(try await community.session(session)?.person == PersonID("anna"))
        let first = await told(community)
        #expect(first == words)
        #expect(try await community.people(by: .machine).count == 1)
        try await mend()
        let later = await told(community)
        #expect(later == "added")
        #expect(try await community.people(by: .machine).count == 2)
    }

    @Test func `the gateway starts on a full disk, and goes on when there is room`() async throws {
        guard let session = try await session() else { return }
        await disk.fill()
        try await start(session, telling: "the disk is full: make room and try again") {
            try await disk.empty()
        }
    }

    @Test(arguments: [false, true])
    func `the gateway starts on a disk that cannot be written, and goes on when it can`(
        wasKilled: Bool
    ) async throws {
        guard let session = try await session(wasKilled: wasKilled) else { return }
        try await disk.setReadOnly(true)
        try await start(session, telling: "may not be written: use an account that may") {
            try await disk.setReadOnly(false)
        }
    }

    @Test func `what groups write on a full disk is there whole or not at all`() async throws {
        guard try await session() != nil else { return }
        let community = try await disk.open(time)
        let anna = Caller.person(PersonID("anna")!)
        let home = try await community.addGroup(.household, name: "Home", by: anna).id
        let acme = try await community.addGroup(.organisation, name: "Acme", by: anna).id
        let milk = try await community.addThing([.text: "Milk"], of: home, by: anna)
        let news = try await community.addBulletin(of: acme, title: "News", by: anna)
        let picture = [UInt8](repeating: 0xFF, count: 100_000)
        func buy() async throws {
            _ = try await community.buy(milk.id, of: home, price: 250, by: anna)
        }
        func show() async throws {
            _ = try await community.setPicture(picture, ofBulletin: news.id, of: acme, by: anna)
        }
        /// The list, the inventory and the bills, and whether the bulletin has its picture.
        func there() async throws -> String {
            let items = try await community.things(of: home, in: .wanted, by: anna).map(\.text)
            let stocks = try await community.things(of: home, in: .home, by: anna).map(\.text)
            let bills = try await community.bills(of: home, by: anna).map(\.amount)
            let hasPicture = try await community.bulletin(news.id, of: acme, by: anna).hasPicture
            return "\(items) \(stocks) \(bills) \(hasPicture)"
        }

        await disk.fill()
        // The write-ahead log has room that was made before: it is used up first.
        var added = 1
        let refused = await #expect(throws: SQLiteError.self) {
            while true {
                _ = try await community.addThing([.text: "Bread"], of: home, by: anna)
                added += 1
            }
        }
        #expect("\(try #require(refused))".hasSuffix("the disk is full: make room and try again"))
        // What was in the log is in the file since, and left room.
        await disk.fill()
        await #expect(throws: SQLiteError.self) { try await show() }
        // What the failed write leaves of the log may be room enough for this.
        let isBought = await ((try? buy()) != nil)
        let bread = Array(repeating: "Bread", count: added - 1)
        let (before, after) = ("\(["Milk"] + bread) [] []", "\(bread) [\"Milk\"] [250]")
        #expect(try await there() == "\(isBought ? after : before) false")

        try await disk.empty()
        if !isBought { try await buy() }
        try await show()
        #expect(try await there() == "\(after) true")
        let balances = try await community.balances(of: home, by: anna)
        #expect(balances.balances.map(\.balance) == [0])
    }
}
