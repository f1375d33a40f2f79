import Geofencing
import Notifications
import TestSupport
import Testing

struct NotificationLogTests {
    private let folder = TemporaryFolder()

    /// The numbers that a listener reads from `place` on; `nil` at a gap.
    private func numbers(_ notices: NotificationLog, after place: Int) async throws -> [Int]? {
        guard case .entries(let entries) = try await notices.page(after: place) else { return nil }
        return entries.map(\.sequence)
    }

    @Test func `numbers go from 1 without a gap, and pages end somewhere`() async throws {
        let notices = try NotificationLog.example(in: folder)
        try await notices.append([.example(), .example(.exit), .example()])
        try await notices.append(297)
        var place = 0
        var pages = 0
        while place < 300 {
            let page = try #require(try await numbers(notices, after: place))
            #expect(page == Array(place + 1...place + page.count))
            place = page.last!
            pages += 1
        }
        #expect(place == 300)
        #expect(pages == 2)
        #expect(notices.latest == 300)
        #expect(notices.oldest == 1)
    }

    @Test func `before the first notice, the oldest is the one to come`() throws {
        let notices = try NotificationLog.example(in: folder)
        #expect(notices.latest == 0)
        #expect(notices.oldest == 1)
    }

    @Test func `an entry is ready to be sent`() async throws {
        let notices = try NotificationLog.example(in: folder)
        try await notices.append([.example(.exit, region: .example(kind: "favourite"))])
        guard case .entries(let entries) = try await notices.page(after: 0) else {
            Issue.record("no entries")
            return
        }
        let entry = try #require(entries.first)
        #expect(entry.regionKind == "favourite")
        #expect(entry.transition == .exit)
        let expected = Notice(
            sequence: 1, log: LogID("abc"), device: DeviceID("desk"),
            transition: .example(.exit, region: .example(kind: "favourite")), recorded: noon(1))
        #expect(entry.line == expected.cloudEvent(source: "/geofenced/pi-car"))
    }

    @Test func `what is too old to keep goes, and who asks for it is told`() async throws {
        let notices = try NotificationLog.example(in: folder, keepCount: 1000)
        for _ in 0..<40 { try await notices.append(atOnce: 50) }
        let oldest = notices.oldest
        #expect(notices.latest == 2000)
        #expect((1000...1255).contains(notices.latest - oldest + 1))
        guard case .gap(let first) = try await notices.page(after: oldest - 2) else {
            Issue.record("no gap")
            return
        }
        #expect(first == oldest)
        #expect(try await numbers(notices, after: oldest - 1)?.first == oldest)
    }

    @Test func `what was told is read to its end after the last, and then comes the end`()
        async throws
    {
        let notices = try NotificationLog.example(in: folder)
        try await notices.append(2)
        await notices.finish()
        #expect(try await numbers(notices, after: 0) == [1, 2])
        guard case .end = try await notices.page(after: 2) else {
            Issue.record("no end")
            return
        }
        try await notices.untilFinished()
    }

    @Test func `who waits gets what comes, and all who wait do`() async throws {
        let notices = try NotificationLog.example(in: folder)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { try await notices.page(after: 0) }
            }
            try await notices.append(1)
            for try await page in group {
                guard case .entries(let entries) = page else {
                    Issue.record("no entries")
                    continue
                }
                #expect(entries.map(\.sequence) == [1])
            }
        }
    }

    @Test func `the end wakes all who wait`() async throws {
        let notices = try NotificationLog.example(in: folder)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    guard case .end = try await notices.page(after: 0) else { return false }
                    return true
                }
                group.addTask {
                    try await notices.untilFinished()
                    return true
                }
            }
            await notices.finish()
            for try await ended in group { #expect(ended) }
        }
    }

    @Test func `who waits can be called off`() async throws {
        let notices = try NotificationLog.example(in: folder)
        for _ in 0..<50 {
            let waiting = Task { try await notices.page(after: 0) }
            await Task.yield()
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        let ending = Task { try await notices.untilFinished() }
        ending.cancel()
        await #expect(throws: CancellationError.self) { try await ending.value }
        try await notices.append(1)
        #expect(try await numbers(notices, after: 0) == [1])
    }

    @Test func `a reader that keeps up sees every number once`() async throws {
        let notices = try NotificationLog.example(in: folder)
        async let read = { () async throws -> [Int] in
            var numbers: [Int] = []
            while true {
                switch try await notices.page(after: numbers.last ?? 0) {
                case .entries(let entries): numbers += entries.map(\.sequence)
                case .gap: return []
                case .end: return numbers
                }
            }
        }()
        for _ in 0..<2000 {
            try await notices.append(1)
            await Task.yield()
        }
        await notices.finish()
        #expect(try await read == Array(1...2000))
    }
}
