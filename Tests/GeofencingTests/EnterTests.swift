import Testing

@testable import Geofencing

struct EnterTests {
    @Test func `one fix surely inside is an enter`() {
        #expect(told("·●") == " E")
        #expect(rules("·●") == [.accurate])
    }

    @Test func `one fix that may be outside is no enter`() {
        #expect(told("^○^") == "")
    }

    @Test func `two fixes in a row inside are an enter, however unsure`() {
        // So coarse that the way between them is not surely inside either.
        #expect(told("^○○", accuracy: 20) == "  E")
        #expect(rules("^○○", accuracy: 20) == [.confirmed])
    }

    @Test func `two fixes inside that are not in a row are no enter`() {
        #expect(told("^○~○~○~", accuracy: 20) == "")
    }

    @Test func `a fix of unknown accuracy counts as exact`() {
        #expect(told("^○", accuracy: nil) == " E")
        #expect(rules("^○", accuracy: nil) == [.accurate])
    }

    @Test func `an enter tells the fix, its time and its distance`() throws {
        let walk = Walk(line: "·●")
        let enter = try #require(walk.transitions.first?.transition)
        #expect(enter.fix == walk.fixes[1].fix)
        #expect(enter.time == walk.start + 10)
        #expect(abs(enter.distance - 100) < 0.001)
        #expect(enter.stay == nil)
        #expect(enter.cause == nil)
    }

    @Test func `there is one enter to a stay`() {
        #expect(told("·●●●○○●●") == " E")
    }

    @Test(
        arguments: [
            (d: 180.0, a: 20.0, count: 1, rule: Transition.Rule.accurate),
            (180.01, 20, 1, nil),
            (180.01, 20, 2, .confirmed),
            (200, 0, 1, .accurate),
            (200.01, 0, 2, nil),
            (200, 20, 2, .confirmed),
            (200, 20, 1, nil),
            (210, 20, 3, nil),
        ] as [(d: Double, a: Double, count: Int, rule: Transition.Rule?)])
    func `d + a ≤ r is enough on one fix and d ≤ r on two`(
        _ row: (d: Double, a: Double, count: Int, rule: Transition.Rule?)
    ) {
        let position = RelativePosition(distance: row.d, accuracy: row.a, radius: 200)
        #expect(EnterRule().decides(position, afterInside: row.count) == row.rule)
    }

    @Test(
        arguments: [
            (speed: 10.0, track: 270.0, accuracy: 10.0, told: " E"),
            (10, nil, 10, ""), (nil, 270, 10, ""), (nil, nil, 10, ""),
            // Away, and along the edge.
            (10, 90, 10, ""), (10, 0, 10, ""), (10, 180, 10, ""),
            // 2.5 m/s are 5 m in 2 s.
            (2.51, 270, 10, " E"), (2.49, 270, 10, ""),
            (10, 270, 24.99, " E"), (10, 270, 25.01, ""), (0, 270, 10, ""),
        ] as [(speed: Double?, track: Double?, accuracy: Double, told: String)])
    func `one fix inside is an enter on the way further in`(
        _ row: (speed: Double?, track: Double?, accuracy: Double, told: String)
    ) {
        let walk = Walk(line: "^○", accuracy: row.accuracy)
        var monitor = GeofenceMonitor()
        let region = RegionSet(regions: [walk.region], reach: .infinity)
        var told = ""
        for (step, fix) in walk.fixes {
            var fix = fix
            (fix.speed, fix.track) = (row.speed, row.track)
            if step == 0 { monitor.load(region, around: fix, cause: .startup) }
            let rules = monitor.transitions(at: fix).map(\.rule)
            if step == 1, rules == [.heading] { told = " E" }
            #expect(rules.isEmpty || rules == [.heading])
        }
        #expect(told == row.told)
    }

    @Test(
        arguments: [
            (d: 199.0, a: 21.0, r: 200.0, speed: 10.0, approach: 10.0, rule: .heading),
            (199, 21.01, 200, 10, 10, nil),
            (199, 5, 200, 10, 0, nil),
            (199, 5, 200, 10, -10, nil),
            (199, 0.5, 200, 0, 0, .accurate),
            // It must be inside already.
            (200.01, 5, 200, 20, 20, nil),
            // Half way between towards the centre and along the edge; 80° aside, and out again.
            (199, 5, 200, 30, 21.2, .heading),
            (199, 5, 200, 70, 12.2, nil),
            // Past the centre of a small circle, and straight through it.
            (25, 20, 30, 70, 49.5, nil),
            (25, 20, 30, 70, 70, nil),
            (25, 20, 30, 10, 10, .heading),
        ]
            as [(
                d: Double, a: Double, r: Double, speed: Double, approach: Double,
                rule: Transition.Rule?
            )])
    func `heading is to be surely inside two seconds later`(
        _ row: (
            d: Double, a: Double, r: Double, speed: Double, approach: Double,
            rule: Transition.Rule?
        )
    ) {
        let position = RelativePosition(
            distance: row.d, accuracy: row.a, radius: row.r, speed: row.speed,
            approach: row.approach)
        #expect(EnterRule().decides(position, afterInside: 1) == row.rule)
    }

    private func movement(of fix: Fix, _ region: Region) -> RelativePosition {
        let step = Step(from: nil, to: fix, RegionRules())
        return step.movement(region, step.position(region))
    }

    @Test func `a position knows how fast the device comes nearer`() {
        let region = Walk(line: "").region
        for (track, approach) in [(270.0, 10.0), (90, -10), (0, 0), (315, 50.squareRoot())] {
            var fix = Walk.fix("○", at: Walk.noon, accuracy: 10)!
            (fix.speed, fix.track) = (10, track)
            let position = movement(of: fix, region)
            #expect(abs(position.approach - approach) < 1e-6)
            #expect(abs(position.speed - 10) < 1e-9)
        }
    }

    @Test func `at the centre there is no way nearer`() {
        let region = Walk(line: "").region
        var fix = Fix(time: Walk.noon, coordinate: region.center)
        (fix.speed, fix.track) = (10, 0)
        let position = movement(of: fix, region)
        #expect(position.approach == 0)
        #expect(position.isSurelyInside)
    }
}
