import Synchronization
import Testing

@testable import Geofencing

/// What a tracker does with a live source besides judging its fixes.
struct LiveTests {
    /// Two deals around a device that was last seen in both: one until 35 s, one until 75 s.
    private var deals: [Region] {
        [35.0, 75].map { end in
            var deal = Walk(line: "", window: (nil, end)).region
            deal.id = "until \(Int(end))"
            return deal
        }
    }

    @Test func `while no fix comes, each deal that ends is left once`() async throws {
        let source = Sleeper(fixes: Walk(line: "·●●").fixes.map(\.fix))
        let notebook = Notebook()
        let tracker = Tracker(
            regions: Atlas(deals), journal: notebook, reporting: [.enter, .exit])
        try await tracker.run(source)
        let exits = await notebook.transitions.filter { $0.kind == .exit }
        #expect(exits.map(\.region.id) == ["until 35", "until 75"])
        #expect(exits.map(\.time) == [Walk.noon + 35, Walk.noon + 75])
        #expect(exits.allSatisfy { $0.cause == .ended })
    }

    @Test func `nothing wakes it where no time begins or ends`() async throws {
        let source = Sleeper(fixes: Walk(line: "·●●").fixes.map(\.fix))
        let wishes = source.wishes
        let tracker = Tracker(regions: Atlas([Walk(line: "").region]), journal: Notebook())
        try await tracker.run(source)
        #expect(wishes.all == [nil])
    }

    @Test func `how it goes with the receiver is told, and shown`() async throws {
        let told = Mutex<[String]>([])
        let uptime = Mutex(0.0)
        let fix = Walk(line: "●").fixes[0].fix
        let tape = Tape(
            [
                .reception(.unreachable("refused")), .reception(.present), .noPosition(nil),
                .fix(fix),
            ],
            isLive: true)
        let tracker = Tracker(
            regions: Atlas([]), journal: Notebook(),
            notify: { event in
                if case .receiver(.became(let state, _)) = event {
                    told.withLock { $0.append(state.name) }
                }
            },
            uptime: {
                uptime.withLock {
                    $0 += 1
                    return $0
                }
            })
        try await tracker.run(tape)
        #expect(told.withLock { $0 } == ["no_gpsd", "starting", "no_fix", "working"])
        #expect(await tracker.observer.health?.state == .working)
        #expect(await tracker.observer.counts.read == 2)
    }

    @Test func `a trace has no receiver`() async throws {
        let tracker = Tracker(regions: Atlas([]), journal: Notebook())
        try await tracker.run(Tape(Walk(line: "●").fixes.map(\.fix)))
        #expect(await tracker.observer.health == nil)
    }
}

/// Some fixes, and then only the clock, when it is asked for.
private struct Sleeper: PositionSource {
    let isLive = true
    let tally: [Tally] = []
    let wishes = Wishes()
    private var fixes: [Fix]
    private var due: Timestamp?

    init(fixes: [Fix]) {
        self.fixes = fixes
    }

    mutating func wake(at time: Timestamp?) {
        due = time
        wishes.add(time)
    }

    mutating func next() async throws -> [Report]? {
        if !fixes.isEmpty {
            defer { fixes = [] }
            return fixes.map { .fix($0) }
        }
        return due.map { [.clock($0)] }
    }
}

private final class Wishes: Sendable {
    private let list = Mutex<[Timestamp?]>([])
    var all: [Timestamp?] { list.withLock { $0 } }

    func add(_ time: Timestamp?) { list.withLock { $0.append(time) } }
}
