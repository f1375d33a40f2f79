import Testing

@testable import Geofencing

struct RefreshTests {
    private func fix(east: Double, _ seconds: Double = 0) -> Fix {
        Fix(time: Walk.noon + seconds, coordinate: Walk.point(east: east))
    }

    /// One that was looked up at noon, at 0 m.
    private func refreshed(reach: Double = 3000) -> Refresh {
        var refresh = Refresh()
        refresh.succeeded(at: fix(east: 0), RegionSet(regions: [], reach: reach))
        return refresh
    }

    @Test func `before the first look-up one is due, and nothing is covered`() {
        #expect(Refresh().isDue(at: fix(east: 0)))
        #expect(!Refresh().covers(fix(east: 0)))
    }

    @Test(arguments: [
        (0.0, false), (1499.9, false), (-1499.9, false), (1500.1, true), (-1500.1, true),
        (100_000, true),
    ])
    func `it is due 1500 m from where it last succeeded`(east: Double, isDue: Bool) {
        #expect(refreshed().isDue(at: fix(east: east, 1)) == isDue)
    }

    @Test func `it is as the crow flies, not along the way`() {
        var refresh = refreshed()
        for step in 0..<100 {
            #expect(!refresh.isDue(at: fix(east: step.isMultiple(of: 2) ? 0 : 1400, Double(step))))
        }
        refresh.succeeded(at: fix(east: 1400), RegionSet(regions: [], reach: 3000))
        #expect(!refresh.isDue(at: fix(east: 2800, 1)))
        #expect(refresh.isDue(at: fix(east: -101, 1)))
    }

    @Test func `it stays due until it has succeeded`() {
        var refresh = refreshed()
        let there = fix(east: 1600, 1)
        #expect(refresh.isDue(at: there))
        #expect(refresh.isDue(at: there), "asking is not enough")
        refresh.succeeded(at: there, RegionSet(regions: [], reach: 3000))
        #expect(!refresh.isDue(at: there))
    }

    @Test func `it is due when something has changed, also with everything loaded`() {
        for reach in [3000, Double.infinity] {
            var refresh = refreshed(reach: reach)
            refresh.invalidate()
            #expect(refresh.isDue(at: fix(east: 0, 1)))
            #expect(refresh.covers(fix(east: 0, 1)), "until then the old regions serve")
            refresh.succeeded(at: fix(east: 0, 1), RegionSet(regions: [], reach: reach))
            #expect(!refresh.isDue(at: fix(east: 0, 2)))
        }
    }

    @Test(arguments: [(86_399.9, false), (86_400, true), (-0.001, true), (0, false)])
    func `it is due after a day, and after the clock was put back`(seconds: Double, isDue: Bool) {
        #expect(refreshed().isDue(at: fix(east: 0, seconds)) == isDue)
    }

    @Test func `with everything loaded it is never due`() {
        let refresh = refreshed(reach: .infinity)
        #expect(!refresh.isDue(at: fix(east: 1_000_000, 1e9)))
        #expect(!refresh.isDue(at: fix(east: 1_000_000, -1e9)))
        #expect(refresh.covers(fix(east: 1_000_000)))
    }

    @Test func `what is loaded serves as far as a segment and an exit can be judged`() {
        #expect(refreshed().covers(fix(east: 1499.9)))
        #expect(!refreshed().covers(fix(east: 1500.1)))
        #expect(refreshed(reach: 5000).covers(fix(east: 3499.9)))
        #expect(!refreshed(reach: 5000).covers(fix(east: 3500.1)))
        // 1500 m + 1000 m of segment + 20 m of error, and there is a reserve.
        #expect(Refresh().reach >= Refresh().distance + 1020)
    }
}
