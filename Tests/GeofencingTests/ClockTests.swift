import Testing

@testable import Geofencing

/// The order of time: one line for the fixes, one for the receiver's clock, one for the dropReasons.
struct ClockTests {
    private func dropReasons(_ line: String, clock: String, every: Double = 1) -> String {
        Road(line: line, clock: clock, every: every).dropReasons
    }

    @Test func `a fix of the same time or an earlier one is dropped`() {
        #expect(
            dropReasons(
                "------",
                clock: " 1 3  ") == " L L")
    }

    @Test func `a late report leaves the order as it was`() {
        #expect(
            dropReasons(
                "----------",
                clock: "     9    ") == "     L")
    }

    @Test func `a clock put back is followed at the third fix`() {
        #expect(
            dropReasons(
                "----------",
                clock: "    hhhhhh") == "    LL")
    }

    @Test func `a clock put back by 5 s is waited for`() {
        #expect(
            dropReasons(
                "------------",
                clock: "   6666666666") == "   LLLLLL")
        #expect(
            dropReasons(
                "------------",
                clock: "   7777777777") == "   LL", "6 s before the last accepted fix")
    }

    @Test func `three fixes from before that are not in order prove nothing`() {
        #expect(
            dropReasons(
                "---------------",
                clock: "         999999", every: 0.5) == "         LL")
        #expect(dropReasons("--------  -", clock: "       9  h") == "       L  L")
        #expect(
            dropReasons(
                "--------------------",
                clock: "                789 ", every: 0.5) == "                LLL")
    }

    @Test func `a right time between late ones begins the proof anew`() {
        #expect(
            dropReasons(
                "------------",
                clock: "    hh hh   ") == "    LL LL")
    }

    @Test func `the first date is believed`() {
        #expect(
            dropReasons(
                "--------",
                clock: "uuuu    ") == "")
    }

    @Test func `a fix without a time has no place in a track that has times`() {
        #expect(
            dropReasons(
                "--------",
                clock: "  u  uu ") == "  T  TT")
    }

    @Test func `a new segment may be without times`() {
        #expect(
            dropReasons(
                "-----|^^",
                clock: "     uuu") == "")
    }

    @Test func `what was late before the first date proves nothing after it`() {
        #expect(
            dropReasons(
                "-------------",
                clock: " u           ") == " T")
        var filter = FixFilter()
        func dropReason(_ seconds: Double, undated: Bool) -> DropReason? {
            var fix = Fix(
                time: (undated ? Timestamp(milliseconds: 0) : Walk.noon) + seconds,
                coordinate: Walk.point(east: 0))
            fix.isUndated = undated
            return filter.dropReason(for: &fix)
        }
        #expect(dropReason(1000, undated: true) == nil)
        #expect(dropReason(100, undated: true) == .notLater)
        #expect(dropReason(101, undated: true) == .notLater)
        #expect(dropReason(1002, undated: false) == nil)
        #expect(dropReason(102, undated: false) == .notLater, "the first, not the third")
    }

    @Test func `a stay goes on through a clock put back`() {
        var filter = FixFilter()
        var monitor = GeofenceMonitor()
        var told: [Transition] = []
        // Inside for ten minutes, the clock put back by an hour in the middle.
        for step in 0...60 {
            let late = step < 30 ? 0.0 : -3600
            let symbol: Character = step == 60 ? "·" : "●"
            var fix = Walk.fix(symbol, at: Walk.noon + Double(step * 10) + late, accuracy: 5)!
            if step == 0 {
                monitor.load(
                    RegionSet(regions: [Walk(line: "").region], reach: .infinity), around: fix,
                    cause: .startup)
            }
            if filter.dropReason(for: &fix) == nil { told += monitor.transitions(at: fix) }
        }
        #expect(told.map(\.kind) == [.enter, .dwell, .exit])
        // Two fixes were dropped and the step is not seen, so 30 s are missing.
        #expect(told.map(\.stay) == [nil, 300, 570])
    }

    @Test func `a stay goes on when the first date comes`() {
        var monitor = GeofenceMonitor()
        var told: [Transition] = []
        for (step, symbol) in "●●●●●●●●·".enumerated() {
            var fix = Walk.fix(symbol, at: Walk.noon + Double(step * 10), accuracy: 5)!
            if step < 4 {
                fix.isUndated = true
                fix.time.milliseconds %= Timestamp.millisecondsPerDay
            }
            if step == 0 {
                monitor.load(
                    RegionSet(regions: [Walk(line: "").region], reach: .infinity), around: fix,
                    cause: .startup)
            }
            told += monitor.transitions(at: fix)
        }
        #expect(told.map(\.kind) == [.enter, .exit])
        #expect(told.last?.stay == 70)
    }
}
