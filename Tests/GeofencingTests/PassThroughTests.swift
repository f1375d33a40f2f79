import Testing

@testable import Geofencing

struct PassThroughTests {
    @Test func `a visit between two fixes is an enter and an exit`() {
        #expect(told("<>") == " p")
    }

    @Test func `the times are those of the way through the circle`() {
        let told = Walk(line: "<>", every: 60).transitions.map(\.transition)
        // 600 m in 60 s; the circle begins after 100 m and ends after 500 m.
        #expect(told.map(\.kind) == [.enter, .exit])
        #expect(told.map { $0.time - Walk.noon } == [10, 50])
        #expect(told.map(\.stay) == [nil, 40])
        #expect(told.allSatisfy { $0.rule == .segment && abs($0.distance) < 0.001 })
        #expect(told.allSatisfy { $0.fix.time == Walk.noon + 60 })
    }

    @Test func `fixes more than 60 s apart say nothing of the way between them`() {
        #expect(told("<>", every: 60) == " p")
        #expect(told("<>", every: 60.001) == "")
    }

    @Test func `fixes more than 1000 m apart say nothing of the way between them`() {
        #expect(told("<·") == " p", "800 m")
        #expect(told("<^") == "", "1100 m")
        var walk = Walk(line: "<^")
        walk.monitor.rules.passThrough.longestWay = 1100.1
        #expect(walk.told == " p")
    }

    @Test func `nothing is told over the start of a segment`() {
        #expect(told("·|") == "")
        #expect(told("·<") == " p")
    }

    @Test func `a way from an unsure fix out of the circle is a visit, if it leads through`() {
        #expect(told("~○<") == "  p")
        #expect(told("○<") == " p", "also the first fix of all")
        #expect(Walk(line: "^       ○<", loads: "s").told == "         p")
        #expect(Walk(line: "^       ○<", loads: "/       r").told == "         p")
        #expect(told("~○~") == "")
    }

    @Test func `a region that was just added is not passed before it was there`() {
        #expect(Walk(line: "<○^", loads: "-+").told == "")
    }

    @Test(arguments: [(40.0, 10.0), (10, 40), (40, 40)])
    func `the worse of the two accuracies counts`(first: Double, second: Double) {
        // 180 m from the centre at the nearest.
        var region = Walk(line: "").region
        region.center.latitude = 180 / 110_574
        for accuracies in [(10, 10), (first, second)] {
            var fixes = Walk(line: "<>").fixes.map(\.fix)
            (fixes[0].accuracy, fixes[1].accuracy) = accuracies
            var monitor = GeofenceMonitor()
            monitor.load(
                RegionSet(regions: [region], reach: .infinity), around: fixes[0], cause: .startup)
            let told = fixes.flatMap { monitor.transitions(at: $0) }
            #expect(told.count == (accuracies == (10, 10) ? 2 : 0))
        }
    }

    @Test func `a way along one side of the circle is no visit`() {
        #expect(told(">·^·>") == "")
    }

    @Test func `two unsure fixes with a sure way between them are an enter on the way`() {
        // The way from 300 m west leads through the centre.
        #expect(told("<○") == " e")
        #expect(rules("<○") == [.segment])
        // 495 m in 10 s, of which the first 100 m lie outside.
        let enter = Walk(line: "<○").transitions[0].transition
        #expect(enter.time == Walk.noon + 2.02)
    }

    @Test(
        arguments: [
            (c: 190.0, a: 10.0, passes: true), (190.1, 10, false), (0, 200, true),
            (0, 200.1, false), (200, 0, true), (-190, 10, true), (-191, 10, false),
        ])
    func `the nearest point must be surely inside`(_ row: (c: Double, a: Double, passes: Bool)) {
        let crossing = PassThroughRule().crossing(
            from: Offset(east: -600, north: 0), center: Offset(east: -300, north: row.c),
            radius: 200, accuracy: row.a)
        #expect((crossing != nil) == row.passes)
    }

    @Test func `a crossing is symmetrical to its nearest point`() throws {
        let crossing = try #require(
            PassThroughRule().crossing(
                from: Offset(east: -500, north: 0), center: Offset(east: -200, north: 120),
                radius: 200, accuracy: 0))
        // Half the chord is √(200² − 120²) = 160 m.
        #expect(abs(crossing.enter - (300 - 160) / 500) < 1e-12)
        #expect(abs(crossing.exit - (300 + 160) / 500) < 1e-12)
        #expect(abs(crossing.distance - 120) < 1e-9)
    }

    @Test func `a crossing begins and ends where the way does`() throws {
        let crossing = try #require(
            PassThroughRule().crossing(
                from: Offset(east: -100, north: 0), center: Offset(east: -50, north: 0),
                radius: 200, accuracy: 10))
        #expect(crossing.enter == 0)
        #expect(crossing.exit == 1)
    }

    @Test func `standing still crosses nothing`() {
        let here = Offset(east: 0, north: 0)
        #expect(
            PassThroughRule().crossing(from: here, center: here, radius: 200, accuracy: 0) == nil)
    }
}
