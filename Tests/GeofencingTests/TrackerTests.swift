import Testing

@testable import Geofencing

struct TrackerTests {
    private let everything = Set(Transition.Kind.allCases)

    /// 30 km along the equator at 70 m/s, one fix a second.
    private var drive: [Fix] {
        (0..<430).map { second in
            var fix = Fix(
                time: Walk.noon + Double(second), coordinate: Walk.point(east: Double(second) * 70))
            fix.accuracy = 8
            return fix
        }
    }

    /// Every 250 m beside the road, up to 180 m from it.
    private var roadside: [Region] {
        (0..<120).map { number in
            var center = Walk.point(east: Double(number) * 250)
            center.latitude = Double(number % 7 - 3) * 60 / 110_574
            return Region(id: "\(number)", kind: "favourite", name: "", center: center)
        }
    }

    private func track(
        _ tape: Tape, _ atlas: Atlas, rules: Rules = Rules(),
        reporting told: Set<Transition.Kind> = Set(Transition.Kind.allCases)
    ) async throws -> [Transition] {
        let notebook = Notebook()
        let tracker = Tracker(regions: atlas, journal: notebook, rules: rules, reporting: told)
        try await tracker.run(tape)
        return await notebook.transitions
    }

    @Test func `along a drive, regions are looked up every 1500 m and none is missed`() async throws
    {
        let atlas = Atlas(roadside)
        let byDistance = try await track(Tape(drive), atlas)
        let atOnce = try await track(Tape(drive), Atlas(roadside, isWhole: true))
        #expect(byDistance == atOnce)
        #expect(Set(atOnce.filter { $0.kind == .enter }.map(\.region.id)).count > 100)
        // 22 fixes are 1540 m: the first one, and each 22nd of the other 429.
        #expect(await atlas.lookups.count == 1 + 429 / 22)
    }

    @Test func `a look-up is due again when the time of a region begins or ends`() async throws {
        let walk = Walk(line: "······", window: (25, 41))
        let atlas = Atlas([walk.region])
        _ = try await track(Tape(walk.fixes.map(\.fix)), atlas)
        // At 0 s, at 30 s for the start, and at 50 s for the end.
        #expect(await atlas.lookups.count == 3)
    }

    @Test func `a source that says it has changed is looked up again with the next fix`()
        async throws
    {
        let atlas = Atlas([], changes: [false, true, false, true, true])
        _ = try await track(Tape(Walk(line: "·····").fixes.map(\.fix), batch: 1), atlas)
        // With the first fix, and with the third and the fifth; the last answer comes too late.
        #expect(await atlas.lookups.count == 3)
    }

    @Test func `the clock of a live source ends a deal without a fix`() async throws {
        let walk = Walk(line: "·●●", window: (nil, 35))
        let reports = walk.fixes.map { Report.fix($0.fix) } + [.clock(Walk.noon + 35)]
        let told = try await track(Tape(reports, isLive: true), Atlas([walk.region]))
        #expect(told.map(\.kind) == [.enter, .exit])
    }

    @Test func `with everything loaded regions are looked up once`() async throws {
        let atlas = Atlas(roadside, isWhole: true)
        _ = try await track(Tape(drive), atlas)
        #expect(await atlas.lookups.count == 1)
    }

    @Test func `a failed look-up is retried at the next fix`() async throws {
        let atlas = Atlas(roadside, failures: [0, 1, 5])
        _ = try await track(Tape(drive), atlas)
        let fixes = drive.map(\.coordinate)
        let lookups = await atlas.lookups
        #expect(lookups.prefix(3) == fixes[0..<3])
        #expect(lookups.count == 3 + 19 + 1)
        #expect(lookups[6].distance(to: lookups[5]) < 71)
    }

    @Test func `nothing is judged beyond what was loaded`() async throws {
        // The look-up succeeds at 0 m and then again after 200 fixes, at some 15 km.
        let failing = Set(1...178)
        let told = try await track(Tape(drive), Atlas(roadside, failures: failing))
        let entered = told.filter { $0.kind == .enter }.map { Int($0.region.id)! }
        #expect(!entered.isEmpty)
        #expect(entered.allSatisfy { $0 < 8 || $0 > 55 })
        #expect(entered.contains { $0 > 60 })
        let fixes = told.map { $0.fix.time - Walk.noon }
        #expect(!fixes.contains { $0 > 22 && $0 < 200 })
    }

    @Test func `what observes hears of look-ups and their failures`() async throws {
        let (events, continuation) = AsyncStream<String>.makeStream()
        let tracker = Tracker(regions: Atlas(roadside, failures: [0, 1]), journal: Notebook()) {
            event in
            switch event {
            case .loaded(let regions): continuation.yield("\(regions)")
            case .notLoaded(let error): continuation.yield("\(type(of: error))")
            case .silence, .receiver: continuation.yield("silence")
            }
        }
        try await tracker.run(Tape(Array(drive.prefix(3))))
        continuation.finish()
        var heard: [String] = []
        for await event in events { heard.append(event) }
        // From 140 m, circles of 200 m up to 3000 m away: number 13 at the furthest. Of look-ups that
        // fail one after the other, the first is told.
        #expect(heard == ["Closed", "14"])
    }

    @Test(
        arguments: [[.enter], [.exit], [.dwell], [.enter, .exit], []] as [Set<Transition.Kind>])
    func `only the kinds asked for are told`(kinds: Set<Transition.Kind>) async throws {
        let walk = Walk(line: "·●●●●●●●●·", every: 60)
        let all = try await track(
            Tape(walk.fixes.map(\.fix)), Atlas([walk.region]), reporting: everything)
        #expect(all.map(\.kind) == [.enter, .dwell, .exit])
        let some = try await track(
            Tape(walk.fixes.map(\.fix)), Atlas([walk.region]), reporting: kinds)
        #expect(some == all.filter { kinds.contains($0.kind) })
    }

    @Test func `enters are told unless said otherwise`() async throws {
        let walk = Walk(line: "·●·")
        let notebook = Notebook()
        let tracker = Tracker(regions: Atlas([walk.region]), journal: notebook)
        try await tracker.run(Tape(walk.fixes.map(\.fix)))
        #expect(await notebook.transitions.map(\.kind) == [.enter])
    }

    @Test func `the journal gets what happened at one fix at once, and never nothing`() async throws
    {
        let notebook = Notebook()
        let tracker = Tracker(regions: Atlas(roadside), journal: notebook, reporting: everything)
        try await tracker.run(Tape(drive))
        let pages = await notebook.pages
        #expect(pages.allSatisfy { !$0.isEmpty && Set($0.map(\.fix)).count == 1 })
        #expect(Set(pages.map { $0[0].fix }).count == pages.count)
    }

    @Test func `dropped reports are counted and reach no region`() async throws {
        let walk = Walk(line: "●●●", accuracy: 25)
        let notebook = Notebook()
        let tracker = Tracker(regions: Atlas([walk.region]), journal: notebook)
        try await tracker.run(Tape(walk.fixes.map { .fix($0.fix) } + [.noPosition(nil)]))
        #expect(await notebook.pages.isEmpty)
        #expect(await tracker.observer.counts.read == 4)
        #expect(await tracker.observer.counts.accepted == 0)
        #expect(await tracker.observer.counts.dropped(for: .coarse) == 3)
        #expect(await tracker.observer.counts.dropped(for: .noPosition) == 1)
        #expect(await tracker.observer.tally == [Tally("left", 0)])
    }

    @Test(
        arguments: [
            (live: false, rule: nil, passes: true), (true, nil, false), (true, true, true),
            (false, false, false),
        ] as [(live: Bool, rule: Bool?, passes: Bool)])
    func `an unknown accuracy passes in a trace and not live, unless set`(
        _ row: (live: Bool, rule: Bool?, passes: Bool)
    ) async throws {
        let walk = Walk(line: "●●", accuracy: nil, start: WeekRollover.released + 3600)
        var rules = Rules()
        rules.acceptsUnknownAccuracy = row.rule
        let told = try await track(
            Tape(walk.fixes.map(\.fix), isLive: row.live), Atlas([walk.region]), rules: rules)
        #expect(told.isEmpty != row.passes)
    }

    @Test func `a fix that nobody can date is dropped live`() async throws {
        var fix = Walk.fix("●", at: Timestamp(milliseconds: 5000), accuracy: 5)!
        fix.isUndated = true
        let regions = Atlas([Walk(line: "").region])
        #expect(try await track(Tape([fix], isLive: true), regions).isEmpty)
        #expect(try await track(Tape([fix]), regions).map(\.time) == [fix.time])
    }

    @Test(arguments: [(true, Transition.Cause.added), (false, .startup)])
    func `a region that is there after a change was added`(
        changes: Bool, cause: Transition.Cause
    ) async throws {
        let fixes = Walk(line: "●●●").fixes.map(\.fix)
        let notebook = Notebook()
        let atlas = Growing(later: Walk(line: "").region, from: changes ? 1 : 0)
        let tracker = Tracker(regions: atlas, journal: notebook)
        await atlas.onFirst { await tracker.regionsChanged() }
        try await tracker.run(Tape(fixes, batch: 1))
        #expect(await notebook.transitions.map(\.cause) == [cause])
        #expect(await notebook.transitions.map(\.time) == [fixes[changes ? 1 : 0].time])
    }

    @Test func `a change during a look-up is followed by another look-up`() async throws {
        let atlas = Atlas([Walk(line: "").region], isWhole: true)
        let tracker = Tracker(regions: atlas, journal: Notebook())
        await atlas.onLookup { if $0 < 2 { await tracker.regionsChanged() } }
        try await tracker.run(Tape(drive, batch: 1))
        #expect(await atlas.lookups.count == 3)
    }

    @Test func `a minute in which nothing passes is told to whoever observes`() async throws {
        let fixes = (0..<80).map {
            Walk.fix("●", at: Walk.noon + Double($0), accuracy: $0 == 75 ? 5 : 30)!
        }
        let (events, continuation) = AsyncStream<Silence.Change>.makeStream()
        let tracker = Tracker(regions: Atlas([]), journal: Notebook()) { event in
            if case .silence(let change) = event { continuation.yield(change) }
        }
        try await tracker.run(Tape(fixes))
        continuation.finish()
        var heard: [Silence.Change] = []
        for await change in events { heard.append(change) }
        #expect(heard == [.began(since: Walk.noon, reasons: [.coarse: 61]), .ended])
    }
}

/// One region, from a certain look-up on.
private actor Growing: RegionSource {
    private let later: Region
    private let from: Int
    private var count = 0
    private var first: (@Sendable () async -> Void)?

    init(later: Region, from: Int) {
        self.later = later
        self.from = from
    }

    func onFirst(_ body: @escaping @Sendable () async -> Void) {
        first = body
    }

    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        defer { count += 1 }
        if count == 0 { await first?() }
        return RegionSet(regions: count >= from ? [later] : [], reach: reach)
    }
}
