import TestSupport
import Testing

@testable import Geofencing

@Suite struct PositionThinningTests {
    private func fix(_ east: Double, _ seconds: Double) -> Fix {
        Fix(time: Walk.noon + seconds, coordinate: Walk.point(east: east))
    }

    @Test(arguments: [
        (0.0, 1.0, false), (9.9, 1, false), (10.1, 1, true), (-10.1, 1, true), (0, 299, false),
        (0, 300, true), (9, 299.9, false), (0, -1, false), (0, -300, true), (1e6, 0, true),
    ])
    func `one is kept each 10 m, or each 5 min`(east: Double, seconds: Double, keeps: Bool) {
        var thinning = PositionThinning()
        let keepsFirst = thinning.keeps(fix(0, 0))
        #expect(keepsFirst)
        let keepsSecond = thinning.keeps(fix(east, seconds))
        #expect(keepsSecond == keeps)
        var begunAnew = PositionThinning(after: fix(0, 0))
        let keepsAnew = begunAnew.keeps(fix(east, seconds))
        #expect(keepsAnew == keeps)
    }

    @Test func `a walk of a kilometre is drawn by a hundred of its positions`() {
        var thinning = PositionThinning()
        let kept = (0..<1000).count { thinning.keeps(fix(Double($0), Double($0))) }
        #expect((90...101).contains(kept))
    }

    @Test func `who stands for a day is kept each 5 min`() {
        var thinning = PositionThinning()
        let kept = (0..<86_400).count { thinning.keeps(fix(0, Double($0))) }
        #expect(kept == 288)
    }

    @Test func `what has no date is not kept`() {
        var thinning = PositionThinning()
        var undated = fix(0, 0)
        undated.isUndated = true
        let keeps = thinning.keeps(undated)
        #expect(!keeps)
    }
}

@Suite(.timeLimit(.minutes(5))) struct LatestChangesTests {
    private typealias Batch = [(key: String, value: Int)]

    private func words(_ batch: Batch) -> String {
        batch.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    @Test func `of what changes often, a slow listener gets the latest, in the order of the first`()
        async throws
    {
        let changes = LatestChanges<String, Int>()
        changes.note(0, of: "before")
        let listener = changes.listen()
        for (i, key) in ["a", "b", "a", "c", "b", "a"].enumerated() { changes.note(i, of: key) }
        #expect(words(try await listener.next(after: 0)) == "a=5 b=4 c=3")
    }

    @Test func `the same number gets the same again, the next one what came since`() async throws {
        let changes = LatestChanges<String, Int>()
        let listener = changes.listen()
        changes.note(1, of: "a")
        for _ in 0..<3 { #expect(words(try await listener.next(after: 0)) == "a=1") }
        changes.note(2, of: "a")
        #expect(words(try await listener.next(after: 0)) == "a=1")
        #expect(words(try await listener.next(after: 1)) == "a=2")
    }

    @Test func `who waits is woken, and each listener has all`() async throws {
        let changes = LatestChanges<String, Int>()
        let listeners = [changes.listen(), changes.listen()]
        let heard = try await withThrowingTaskGroup(of: String.self) { group in
            for listener in listeners {
                group.addTask { words(try await listener.next(after: 0)) }
            }
            await Task.yield()
            changes.note(1, of: "a")
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(heard == ["a=1", "a=1"])
    }

    @Test func `who is cancelled waits no more, and may come again`() async throws {
        let changes = LatestChanges<String, Int>()
        let listener = changes.listen()
        let waiting = Task { try await listener.next(after: 0) }
        await Task.yield()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        changes.note(1, of: "a")
        #expect(words(try await listener.next(after: 0)) == "a=1")
    }

    @Test func `nothing is lost among many that note at once`() async throws {
        let changes = LatestChanges<String, Int>()
        let listener = changes.listen()
        await withTaskGroup { group in
            for key in 0..<100 {
                group.addTask { for value in 0..<100 { changes.note(value, of: "\(key)") } }
            }
        }
        let batch = try await listener.next(after: 0)
        #expect(Set(batch.map(\.key)).count == 100 && batch.count == 100)
        #expect(batch.allSatisfy { $0.value == 99 })
    }
}

@Suite struct FleetLoadTests {
    @Test func `the positions of one request may always wait, and then no more`() {
        var load = FleetLoad()
        let admitted = [10_000, 1].map { load.admits($0, at: 0) }
        #expect(admitted == [true, false])
        #expect(load.waiting == 10_000)
        load.finished(10_000, at: 0.5)
        let admittedAgain = load.admits(10_000, at: 0.5)
        #expect(admittedAgain && load.waiting == 10_000)
    }

    @Test(arguments: [
        // Positions worked off, in seconds; how many may wait then.
        (10_000, 1.0, 15_000), (10_000, 0.9, 10_000), (10_000, 100, 10_000), (10_000, 2, 10_000),
    ])
    func `as much may wait as is worked off in two seconds`(
        done: Int, seconds: Double, most: Int
    ) {
        var load = FleetLoad()
        let isFirst = load.admits(done, at: 0)
        #expect(isFirst)
        load.finished(done, at: seconds)
        let admitted = [most - 1, 1, 1].map { load.admits($0, at: seconds) }
        #expect(admitted == [true, true, false])
    }

    @Test func `a request of nothing is admitted, whatever waits`() {
        var load = FleetLoad()
        let admitted = [0, 10_000, 0].map { load.admits($0, at: 0) }
        #expect(admitted == [true, true, true])
    }
}

@Suite struct FleetReportsTests {
    private static func fix(_ second: Int) -> Fix {
        var fix = Fix(time: Walk.noon + Double(second), coordinate: Walk.point(east: 0))
        fix.accuracy = 5
        return fix
    }

    @Test(arguments: [0, 1000, 20_000, 1_000_000])
    func `they stay under the limit, of all devices together`(mostBytes: Int) {
        var reports = FleetReports(mostBytes: mostBytes)
        var random = SplitMix64(seed: 3)
        let ids = (0..<50).map { DeviceID("d\($0)")! }
        for second in 0..<20_000 {
            let id = ids.randomElement(using: &random)!
            if random.chance(0.001) { reports.forget(id) }
            reports.add(
                Self.fix(second), of: id,
                memory: [UInt8](repeating: 0, count: .random(in: 100...500, using: &random)))
            #expect(reports.bytes <= mostBytes)
            if second % 1000 == 0 {
                #expect(reports.bytes == ids.map { reports[$0]?.bytes ?? 0 }.reduce(0, +))
            }
        }
        #expect(reports.bytes > mostBytes / 2 || mostBytes <= 1000)
        for id in ids { reports.forget(id) }
        #expect(reports.bytes == 0)
    }

    @Test func `the oldest are forgotten first`() {
        var reports = FleetReports(mostBytes: 30_000)
        let (old, new) = (DeviceID("old")!, DeviceID("new")!)
        for second in 0..<64 { reports.add(Self.fix(second), of: old, memory: []) }
        for second in 64..<2000 { reports.add(Self.fix(second), of: new, memory: []) }
        #expect(reports[old] == nil)
        let since = reports[new]?.since
        #expect(since.map { $0 > Walk.noon + 64 } == true)
        #expect((reports[new]?.count ?? 0) > 200)
    }

    @Test func `a smaller limit counts at the next position`() {
        var reports = FleetReports(mostBytes: 1_000_000)
        let id = DeviceID("a")!
        for second in 0..<1000 { reports.add(Self.fix(second), of: id, memory: []) }
        #expect(reports[id]?.count == 1000)
        reports.mostBytes = 0
        reports.add(Self.fix(1000), of: id, memory: [])
        #expect(reports[id] == nil && reports.bytes == 0)
    }
}
