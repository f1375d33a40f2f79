import Geofencing
import Posix
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Notifications

/// A log that goes on where another process has left it, or cannot.
struct LogRestartTests {
    private let folder = TemporaryFolder()
    private let events = Events()

    final class Events: Sendable {
        private let all = Mutex<[NotificationLog.Event]>([])

        func add(_ event: NotificationLog.Event) { all.withLock { $0.append(event) } }

        /// In a word each.
        var words: [String] {
            all.withLock(\.self).map { event in
                switch event {
                case .setAside: "aside"
                case .begun(_, let first, let after): "begun \(first) after \(after)"
                case .suspended: "held"
                case .stopped(let count): "stopped \(count)"
                case .writtenAgain(let count): "again \(count)"
                case .unmarked: "unmarked"
                case .usesSpare: "spare"
                case .spareKept: "kept"
                case .lost(let count): "lost \(count)"
                }
            }
        }
    }

    private func open(_ folder: TemporaryFolder, id: String = "abc") throws -> NotificationLog {
        try NotificationLog.example(in: folder, id: id, observe: events.add)
    }

    /// What the files would be if the process that has them open were killed now.
    private func killed(without names: [String] = []) throws -> TemporaryFolder {
        let copy = TemporaryFolder()
        for name in folder.names where !names.contains(name) {
            try copy.write(name, InputFile.contents(of: folder.file(name), limit: 1 << 26))
        }
        return copy
    }

    @Test func `numbers, notices and state outlive the process`() async throws {
        let state = TrackerState(
            memory: [1, 2, 0], inside: ["a\nb", "deal/1"],
            resumePoint: ResumePoint(reports: 41, shift: 2.5))
        do {
            let log = try open(folder)
            await log.follow("walk")
            try await log.append(3)
            try await log.append([.example()], state)
        }
        let log = try open(folder, id: "xyz")
        #expect(log.id == LogID("abc"))
        #expect(log.latest == 4)
        let known = try #require(try await log.trackerState())
        #expect(known.state == state)
        #expect(known.journey == "walk")
        try await log.append(1)
        guard case .entries(let entries) = try await log.page(after: 2) else {
            Issue.record("no entries")
            return
        }
        #expect(entries.first?.sequence == 3)
        #expect(events.words == [])
    }

    @Test func `a process that is killed has told nothing that is not there`() async throws {
        let log = try open(folder)
        try await log.append(5)
        let again = try open(try killed(), id: "xyz")
        #expect(again.id == log.id)
        #expect(again.latest == 5)
        #expect(events.words == [])
    }

    @Test(arguments: [["notifications.sqlite-wal"], ["notifications.last"]])
    func `what goes back to an earlier state gets another id, and leaves a number out`(
        lost: [String]
    ) async throws {
        let log = try open(folder)
        try await log.append(5)
        let after = try killed(without: lost)
        do {
            let again = try open(after, id: "xyz")
            #expect(again.id == LogID("xyz"))
            #expect(again.oldest == 7)
            guard case .gap(oldest: 7) = try await again.page(after: 5) else {
                Issue.record("no gap")
                return
            }
            try await again.append(1)
            #expect(again.latest == 7)
        }
        #expect(try open(after, id: "123").id == LogID("xyz"))
        #expect(events.words == ["begun 7 after 5"])
    }

    @Test(arguments: ["text", "random", "short", "middle"])
    func `what is damaged is set aside, and another log begins`(damage: String) async throws {
        do {
            let log = try open(folder)
            try await log.append(500)
            await log.finish()
        }
        let path = folder.file(NotificationLog.fileName)
        var bytes = try InputFile.contents(of: path, limit: 1 << 26)
        switch damage {
        case "text": bytes = Array(String(repeating: "no database\n", count: 900).utf8)
        case "random": bytes = (0..<9000).map { UInt8(truncatingIfNeeded: $0 * 7919) }
        case "short": bytes.removeLast(bytes.count / 2)
        default:
            for i in bytes.count / 2..<bytes.count / 2 + 9000 { bytes[i] = 0xA5 }
        }
        try folder.write(NotificationLog.fileName, bytes)
        let log = try open(folder, id: "xyz")
        #expect(log.id == LogID("xyz"))
        #expect(log.oldest == 502)
        try await log.append(1)
        #expect(log.latest == 502)
        #expect(events.words == ["aside", "begun 502 after 500"])
        let aside = folder.names.filter { $0.contains("damaged") }
        #expect(aside.first == "notifications.sqlite.damaged-2026-05-01T120001Z")
        #expect(try InputFile.contents(of: folder.file(aside[0]), limit: 1 << 26) == bytes)
    }

    @Test func `what becomes unusable while it runs is replaced, and nothing is missing`()
        async throws
    {
        let log = try open(folder)
        try await log.append(3)
        let other = try Connection(
            path: folder.file(NotificationLog.fileName), mode: .readWrite)
        try other.execute("DROP TABLE notice")
        try await log.append(2)
        #expect(log.id != LogID("abc"))
        #expect(log.oldest == 5)
        #expect(log.latest == 6)
        #expect(await log.condition.problem == nil)
        #expect(events.words == ["aside", "begun 5 after 3"])
    }

    /// As it is after a kill while the file is being made: only a writer may take it back.
    @Test func `a transaction that was broken off is taken back`() async throws {
        do {
            let log = try open(folder)
            try await log.append(5)
            await log.finish()
        }
        let path = folder.file(NotificationLog.fileName)
        let pages = try InputFile.contents(of: path, limit: 1 << 26).count / 4096
        // sqlite.org, Database File Format, 3: no page has been changed yet.
        var journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        for number in [0, 1, pages, 512, 4096] as [Int] {
            journal += (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        journal += [UInt8](repeating: 0, count: 512 - journal.count)
        try folder.write("\(NotificationLog.fileName)-journal", journal)
        #expect(throws: SQLiteError.readOnly(path)) { try NoticeStore(reading: path).check() }
        #expect(try open(folder).latest == 5)
        #expect(events.words == [])
    }

    @Test func `a database of a newer program is refused and left alone`() async throws {
        do { _ = try open(folder) }
        let path = folder.file(NotificationLog.fileName)
        do {
            let other = try Connection(path: path, mode: .readWrite)
            try other.execute("UPDATE schema_part SET steps = 99")
        }
        let before = try InputFile.contents(of: path, limit: 1 << 26)
        #expect(throws: SQLiteError.newer(path)) { try open(folder) }
        #expect(try InputFile.contents(of: path, limit: 1 << 26) == before)
    }

    @Test func `while it cannot be written, notices wait, and are told in order`() async throws {
        let log = try open(folder)
        try await log.append(2)
        let other = try Connection(
            path: folder.file(NotificationLog.fileName), mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        try await log.append(3)
        #expect(log.latest == 2)
        let condition = await log.condition
        #expect(condition.waiting == 3)
        #expect(condition.problem?.contains("another program is writing to it") == true)
        try other.execute("COMMIT")
        await log.finish()
        guard case .entries(let entries) = try await log.page(after: 2) else {
            Issue.record("no entries")
            return
        }
        #expect(entries.map(\.sequence) == [3, 4, 5])
        #expect(await log.condition.problem == nil)
        #expect(events.words == ["held", "again 3"])
    }

    @Test func `what cannot be written until the end is said to be lost`() async throws {
        let log = try open(folder)
        let other = try Connection(
            path: folder.file(NotificationLog.fileName), mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        try await log.append(2)
        await log.finish()
        #expect(log.latest == 0)
        #expect(events.words == ["held", "lost 2"])
    }

    @Test func `notices go when they are too old, a few at a time`() async throws {
        let clock = Mutex(noon())
        let log = try NotificationLog.example(
            in: folder, now: { clock.withLock(\.self) },
            uptime: { clock.withLock(\.self) - noon() })
        try await log.append(atOnce: 600)
        clock.withLock { $0 = noon(89 * 86_400) }
        try await log.append(atOnce: 10)
        try await log.prune()
        #expect(log.oldest == 1)
        clock.withLock { $0 = noon(91 * 86_400) }
        try await log.prune()
        #expect(log.oldest == 601)
        #expect(log.latest == 610)
        clock.withLock { $0 = noon(1000 * 86_400) }
        try await log.prune()
        #expect(log.oldest == 610)
        #expect(try open(try killed()).latest == 610)
        #expect(events.words == [])
    }

    @Test func `a clock that jumps ahead costs no notice`() async throws {
        try await open(folder).append(10)
        for _ in 0..<3 {
            let log = try NotificationLog.example(in: folder, now: { noon(91 * 86_400) })
            try await log.append([], .empty)
            try await log.prune()
            #expect(log.oldest == 1)
        }
    }

    @Test func `what a clock of 1970 wrote down goes when it was long ago`() async throws {
        let log = try NotificationLog.example(in: folder, now: { Timestamp(milliseconds: 5) })
        try await log.append(10)
        let later = try NotificationLog.example(in: folder, now: { noon(1) })
        try await later.append(1)
        try await later.prune()
        #expect(later.oldest == 1)
    }

    @Test func `a time leads to the last notice that was written down before it`() async throws {
        let clock = Mutex(noon())
        let log = try NotificationLog.example(in: folder, now: { clock.withLock(\.self) })
        for second in 1...5 {
            clock.withLock { $0 = noon(Double(second)) }
            try await log.append(1)
        }
        for (time, sequence) in [(0.0, 0), (1, 0), (3, 2), (3.5, 3), (5.001, 5), (99, 5)] {
            #expect(try await log.sequence(before: noon(time)) == sequence)
        }
    }

    @Test func `the past can be asked for by time, transition and kind`() async throws {
        let log = try open(folder)
        for second in 0..<6 {
            var fix = Fix.example
            fix.time = noon(Double(second))
            let kind = second.isMultiple(of: 2) ? "deal" : "caf'é"
            try await log.append([
                .example(
                    second < 3 ? .enter : .exit, region: .example(kind: kind), fix: fix)
            ])
        }
        func found(
            _ query: NoticeQuery, after: Int = 0, limit: Int = 9, isLast: Bool = false
        ) async throws -> [Int] {
            try await log.history(query, after: after, limit: limit, isLast: isLast)
                .map(\.sequence)
        }
        #expect(try await found(NoticeQuery()) == [1, 2, 3, 4, 5, 6])
        #expect(try await found(NoticeQuery(), after: 2, limit: 2) == [3, 4])
        #expect(try await found(NoticeQuery(), limit: 2, isLast: true) == [5, 6])
        #expect(try await found(NoticeQuery(since: noon(2), until: noon(4))) == [3, 4])
        #expect(try await found(NoticeQuery(transitions: [.exit])) == [4, 5, 6])
        #expect(try await found(NoticeQuery(kinds: ["caf'é"])) == [2, 4, 6])
        #expect(try await found(NoticeQuery(transitions: [.exit], kinds: ["deal", "x"])) == [5])
        #expect(try await found(NoticeQuery(kinds: [])) == [])
    }

    @Test func `what is no longer in memory is read from the disk`() async throws {
        let log = try open(folder)
        for _ in 0..<20 { try await log.append(atOnce: 500) }
        var place = 0
        while place < 10_000 {
            guard case .entries(let entries) = try await log.page(after: place) else {
                Issue.record("no entries")
                return
            }
            #expect(entries.map(\.sequence) == Array(place + 1...place + entries.count))
            place += entries.count
        }
    }
}
