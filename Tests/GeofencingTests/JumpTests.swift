import Testing

@testable import Geofencing

struct JumpTests {
    private func objections(
        _ line: String, every: Double = 1, speed: Double? = nil, accuracy: Double? = 5
    ) -> String {
        Road(line: line, every: every, speed: speed, accuracy: accuracy).objections
    }

    @Test func `one fix aside is a jump`() {
        #expect(
            objections("---^-----") == "   J")
    }

    @Test func `fixes aside that contradict each other are all jumps`() {
        #expect(
            objections("--^v^v^v^v^v^v--") == "  JJJJJJJJJJJJ")
    }

    @Test func `five fixes that agree over ten seconds are believed`() {
        #expect(
            objections("---^^^^^^^^^^^^^^", every: 1) == "   JJJJJJJJJJ")
        #expect(
            objections("---^^^^^^^^", every: 2.5) == "   JJJJ")
        #expect(
            objections("---^^^^^^^^", every: 3) == "   JJJJ")
        #expect(
            objections("---^^^^^^^^", every: 2) == "   JJJJJ")
    }

    @Test func `a fix on the old track ends the rival one`() {
        #expect(
            objections("---^^^^-^^^^-^^^^^^", every: 2.5) == "   JJJJ JJJJ JJJJ")
    }

    @Test func `after a long silence the device may be elsewhere`() {
        #expect(objections("--                     ^^^", every: 1) == "")
        #expect(objections("--                  ^^^", every: 1) == "                    J")
    }

    @Test func `a reported speed says how far the device can have come`() {
        // 2 km in 30 s are 67 m/s: possible, but not at 10 m/s.
        #expect(objections("-^", every: 30) == "")
        #expect(objections("-^", every: 30, speed: 10) == " J")
        #expect(objections("-----", every: 30, speed: 10) == "")
    }

    @Test func `no fix jumps at the start of a segment`() {
        #expect(objections("---|^^^") == "")
        #expect(objections("---^^^^") == "   JJJJ")
    }

    @Test func `a segment whose first fixes are dropped begins with the next`() {
        var filter = FixFilter()
        let objections = Road(line: "---|^^^").fixes.map { step, fix in
            var fix = fix
            if step == 3 { fix.accuracy = 50 }
            let objection = filter.objection(to: &fix)
            #expect(fix.startsSegment == (step == 3 || step == 4))
            return objection
        }
        #expect(objections == [nil, nil, nil, .coarse, nil, nil, nil])
    }

    @Test(
        arguments: [
            (metres: 114.9, speeds: nil, accuracy: 5.0, accepts: true),
            (115.1, nil, 5, false),
            (105.1, nil, nil, false),
            (104.9, nil, nil, true),
            (34.9, (10, 20), 5, true),
            (35.1, (10, 20), 5, false),
            (34.9, (20, 10), 5, true),
            (15.1, (0, 0), 5, false),
            (14.9, (0, 0), 5, true),
        ] as [(metres: Double, speeds: (Double, Double)?, accuracy: Double?, accepts: Bool)])
    func `possible is speed × Δt + both accuracies + 5 m`(
        _ row: (metres: Double, speeds: (Double, Double)?, accuracy: Double?, accepts: Bool)
    ) {
        var before = Fix(time: Walk.noon, coordinate: Walk.point(east: 0))
        var after = Fix(time: Walk.noon + 1, coordinate: Walk.point(east: row.metres))
        (before.accuracy, after.accuracy) = (row.accuracy, row.accuracy)
        (before.speed, after.speed) = (row.speeds?.0, row.speeds?.1)
        var rule = JumpRule()
        #expect(rule.accepts(after, after: before) == row.accepts)
    }
}
