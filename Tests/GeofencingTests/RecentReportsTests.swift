import TestSupport
import Testing

@testable import Geofencing

/// The reports that a tracker keeps, judged again.
struct RecentReportsTests {
    private func recent(
        _ reports: [Report], isLive: Bool = false, _ regions: [Region] = []
    ) async throws -> RecentReports {
        let tracker = Tracker(regions: Atlas(regions), journal: Notebook(), keepsReports: true)
        try await tracker.run(Tape(reports, isLive: isLive))
        return try #require(await tracker.observer.recent)
    }

    private func all(_ recent: RecentReports) async throws -> [Report] {
        var source = recent.source
        var reports: [Report] = []
        while let batch = try await source.next() { reports += batch }
        return reports
    }

    @Test func `a tracker keeps none unless it is told to`() async throws {
        let tracker = Tracker(regions: Atlas([]), journal: Notebook())
        try await tracker.run(Tape(Walk(line: "●●").fixes.map(\.fix)))
        #expect(await tracker.observer.recent == nil)
    }

    @Test func `they come out as they went in, as far as the rules look`() async throws {
        var fix = Fix(
            time: Walk.noon, coordinate: Coordinate(latitude: 52.123_456_789, longitude: -4.9))
        var bare = fix
        bare.time = Walk.noon + 0.1
        (fix.accuracy, fix.speed, fix.track, fix.mode) = (4.5, 1.25, 359, .threeDimensional)
        var diluted = bare
        (diluted.accuracy, diluted.hdop) = (0, 1.5)
        (diluted.isUndated, diluted.startsSegment) = (true, true)
        let reports: [Report] = [
            .fix(fix), .noPosition(nil), .noPosition(Walk.noon), .clock(Walk.noon + 9),
            .reception(.silent), .fix(bare), .fix(diluted),
        ]
        let recent = try await recent(reports, isLive: true)
        #expect(recent.count == 6)
        #expect(recent.since == Walk.noon)
        #expect(recent.source.isLive)
        diluted.accuracy = nil
        let expected: [Report] = [
            .fix(fix), .noPosition(nil), .noPosition(Walk.noon), .clock(Walk.noon + 9), .fix(bare),
            .fix(diluted),
        ]
        #expect(try await all(recent) == expected)
    }

    @Test func `the oldest are forgotten when there is no more room`() async throws {
        let walk = Walk(line: "·", every: 1)
        let fixes = (0..<14_000).map { second in
            Report.fix(Walk.fix("·", at: walk.start + Double(second), accuracy: 5)!)
        }
        let recent = try await recent(fixes)
        // Three hours at least, and no more than 512 KiB.
        #expect((10_800...13_107).contains(recent.count))
        #expect(recent.since == walk.start + Double(14_000 - recent.count))
        #expect(try await all(recent) == Array(fixes.suffix(recent.count)))
    }

    @Test(arguments: Share.of([1 as UInt64, 2], 1))
    func `judged again from what was known before them, they tell the same`(
        seed: UInt64
    ) async throws {
        // Numbers of which seven digits are all there is.
        let walk = RandomWalk(seed: seed, fixes: 14_000)
        let regions = walk.regions
        let fixes = walk.fixes.map { fix in
            var fix = fix
            fix.accuracy = fix.accuracy.map { Double(Float($0)) }
            fix.speed = fix.speed.map { Double(Float($0)) }
            fix.track = fix.track.map { Double(Float($0)) }
            return fix
        }
        let all = Set(Transition.Kind.allCases)
        let notebook = Notebook()
        let tracker = Tracker(
            regions: Atlas(regions), journal: notebook, reporting: all, keepsReports: true)
        try await tracker.run(Tape(fixes))
        let recent = try #require(await tracker.observer.recent)
        #expect(recent.count < fixes.count)
        let again = fixes.suffix(recent.count)
        #expect(again.first?.time == recent.since)
        let told = await notebook.transitions
        var count = 0
        for region in regions.prefix(5) {
            let rerun = Rerun(
                rules: await tracker.device.rules, regions: Atlas(regions), start: recent.start)
            let explanation = await rerun.explain(
                recent.source, Explainer(region, reporting: all)
            ).explanation
            let explained = explanation.moments.flatMap(\.decision.transitions)
            let known = Array(told.filter { $0.region.id == region.id }.suffix(explained.count))
            #expect(explained == known)
            count += explained.count
        }
        #expect(count > 5)
    }
}
