import Testing

@testable import Geofencing

struct JumpTests {
    private func dropReasons(
        _ line: String, every: Double = 1, speed: Double? = nil, accuracy: Double? = 5
    ) -> String {
        Road(line: line, every: every, speed: speed, accuracy: accuracy).dropReasons
    }

    @Test func `one fix aside is a jump`() {
        #expect(
            dropReasons("---^-----") == "   J")
    }

    @Test func `fixes aside that contradict each other are all jumps`() {
        #expect(
            dropReasons("--^v^v^v^v^v^v^v^v^v^v^v^v--", speed: 10)
                == "  JJJJJJJJJJJJJJJJJJJJJJJJ")
    }

    @Test func `four fixes that agree over twenty seconds are believed`() {
        #expect(
            dropReasons("---^^^^^^^^^^^^^^^^^^^^^^^^", speed: 10) == "   JJJJJJJJJJJJJJJJJJJJ")
        #expect(
            dropReasons("---^^^^^^^^", every: 5, speed: 10) == "   JJJJ")
        #expect(
            dropReasons("---^^^^^^^^", every: 6, speed: 10) == "   JJJJ")
        #expect(
            dropReasons("--^^^^^^", every: 15, speed: 10) == "  JJJ", "three are not enough")
    }

    @Test(arguments: [(19.9, false), (20, true)])
    func `twenty seconds are not quite twenty`(seconds: Double, accepts: Bool) {
        let track = Track(fixes: [(0, 0), (1, 9000), (7, 9000), (14, 9000), (1 + seconds, 9000)])
        #expect(track.accepted == [true, false, false, false, accepts])
    }

    @Test func `a receiver that held its position may be where a walk leads in that time`() {
        func accepts(_ east: Double, after seconds: Double, speed: Double = 0) -> Bool {
            let held = stride(from: 0, to: seconds, by: 1).map { ($0, 0.0) }
            return accepted(held + [(seconds, east)], speed: speed).last!
        }
        #expect(accepts(39, after: 10), "2.5 m/s, and 15 m")
        #expect(!accepts(41, after: 10))
        #expect(accepts(74, after: 60), "60 m at most, and 15 m")
        #expect(!accepts(76, after: 60))
        #expect(!accepts(39, after: 1), "not held: the fix before was the first there")
        #expect(!accepts(39, after: 10, speed: 0.3), "who holds it says 0")
    }

    @Test func `whoever creeps has not been held`() {
        let fixes = (0..<20).map { (Double($0), Double($0) / 100) } + [(20, 39)]
        #expect(!accepted(fixes, speed: 0).last!)
    }

    /// Of a receiver that has told a speed before.
    private func accepted(_ fixes: [(Double, Double)], speed: Double) -> [Bool] {
        var all = Track(fixes: fixes, speed: speed).all
        all[0].speed = 1
        return JumpRule().accepted(all)
    }

    @Test func `a speed that is always 0 says nothing`() {
        let ride = (0..<60).map { (Double($0), Double($0) * 25) }
        #expect(!Track(fixes: ride, speed: 0).accepted.contains(false))
        #expect(accepted(ride, speed: 0).contains(false), "one that was another before does")
    }

    @Test func `the speeds at two stops say nothing of the way between them`() {
        let stops = [(0.0, 0.0), (300, 1), (600, 800), (900, 801), (1200, 0)]
        #expect(!accepted(stops, speed: 0).contains(false))
    }

    @Test func `so it does at a fix a second`() {
        let parked = (0..<30).map { (Double($0), 0.0) }
        let mirage = (30..<100).map { (Double($0), 80.0) }
        let track = Track(fixes: parked + mirage, speed: 0.2)
        #expect(track.accepted.firstIndex(of: false) == 30)
        #expect(track.accepted.lastIndex(of: false) == 49, "the twentieth, 19 s after the first")
    }

    @Test func `a fix on the old track ends the rival one`() {
        #expect(
            dropReasons("---^^^^-^^^^-^^^^^^^", every: 6, speed: 10) == "   JJJJ JJJJ JJJJ")
    }

    @Test func `late and repeated fixes prove nothing, for or against`() {
        let repeated = Track(
            fixes: [(0, 0), (1, 9000), (1, 9000), (1, 9000), (8, 9000), (21, 9000), (22, 9000)])
        #expect(repeated.accepted == [true, false, false, false, false, false, true])
        let late = Track(
            fixes: [(0, 0), (1, 9000), (8, 9000), (3, 9000), (14, 9000), (13, -9000), (21, 9000)])
        #expect(late.accepted == [true, false, false, false, false, false, true])
    }

    @Test func `a clock put back to before the rival track begins it anew`() {
        let track = Track(
            fixes: [(0, 0), (3700, 1e7), (3701, 1e7), (50, 20_000), (57, 20_000), (64, 20_000)]
                + [(69.9, 20_000), (70, 20_000)])
        #expect(track.accepted == [true] + Array(repeating: false, count: 6) + [true])
    }

    @Test func `after a long silence the device may be elsewhere`() {
        #expect(dropReasons("--                     ^^^", every: 1) == "")
        #expect(dropReasons("--                  ^^^", every: 1) == "                    J")
    }

    @Test func `a reported speed says how far the device can have come`() {
        // 2 km in 30 s are 67 m/s: possible, but not at 10 m/s.
        #expect(dropReasons("-^", every: 30) == "")
        #expect(dropReasons("-^", every: 30, speed: 10) == " J")
        #expect(dropReasons("-----", every: 30, speed: 10) == "")
    }

    @Test func `no fix jumps at the start of a segment`() {
        #expect(dropReasons("---|^^^") == "")
        #expect(dropReasons("---^^^^") == "   JJJJ")
    }

    @Test func `what was a jump before a segment proves nothing in it`() {
        #expect(
            dropReasons("--v    |vvvvvvv", every: 6, speed: 10) == "  J     JJJJ")
    }

    @Test func `a segment whose first fixes are dropped begins with the next`() {
        var filter = FixFilter()
        let dropReasons = Road(line: "---|^^^").fixes.map { step, fix in
            var fix = fix
            if step == 3 { fix.accuracy = 50 }
            let dropReason = filter.dropReason(for: &fix)
            #expect(fix.startsSegment == (step == 3 || step == 4))
            return dropReason
        }
        #expect(dropReasons == [nil, nil, nil, .coarse, nil, nil, nil])
    }

    @Test func `other settings leave what it remembers`() {
        var rule = JumpRule()
        let before = Track(fixes: [(0, 0), (1, 9000), (8, 9000), (15, 9000)]).all
        for fix in before.dropFirst() {
            let accepts = rule.accepts(fix, after: before[0])
            #expect(!accepts)
        }
        var other = JumpRule()
        other.afterJump.seconds = 15
        rule.adopt(other)
        let accepts = rule.accepts(Track(fixes: [(16, 9000)]).all[0], after: before[0])
        #expect(accepts)
    }

    @Test(
        arguments: [
            (metres: 114.9, speeds: nil, accuracy: 5.0, accepts: true),
            (115.1, nil, 5, false),
            (105.1, nil, nil, false),
            (104.9, nil, nil, true),
            (38.9, (10, 20), 5, true),
            (39.1, (10, 20), 5, false),
            (38.9, (20, 10), 5, true),
            (15.1, (0, 0.01), 5, false),
            (14.9, (0, 0), 5, true),
        ] as [(metres: Double, speeds: (Double, Double)?, accuracy: Double?, accepts: Bool)])
    func `possible is a fifth more than speed × Δt, + both accuracies + 5 m`(
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
