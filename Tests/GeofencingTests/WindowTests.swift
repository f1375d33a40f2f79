import Testing

@testable import Geofencing

/// Deals count from their start to just before their end.
struct WindowTests {
    @Test func `a deal that begins around the device is entered at once`() throws {
        let walk = Walk(line: "●●●●●", window: (30, nil))
        #expect(walk.told == "   i")
        let enter = try #require(walk.transitions.first?.transition)
        #expect(enter.cause == .started)
        #expect(enter.time == Walk.noon + 30)
    }

    @Test func `a deal that ends around the device is left when it ends`() throws {
        let walk = Walk(line: "·●●●●●", window: (nil, 35))
        #expect(walk.told == " E  c")
        let exit = try #require(walk.transitions.last?.transition)
        #expect(exit.cause == .ended)
        #expect(exit.rule == .closed)
        #expect(exit.time == Walk.noon + 35)
        #expect(exit.stay == 25)
    }

    @Test(
        arguments: [
            (start: nil, end: nil, "i"), (0, nil, "i"), (0.001, nil, ""), (nil, 0, ""),
            (nil, 0.001, "i"), (-10, 10, "i"),
        ] as [(start: Double?, end: Double?, String)])
    func `the start belongs to the window and the end does not`(
        start: Double?, end: Double?, expected: String
    ) {
        #expect(Walk(line: "●", window: (start, end)).told == expected)
    }

    @Test func `outside its window a deal is not there`() {
        #expect(Walk(line: "·●●●·", window: (100, 200)).told == "")
        #expect(Walk(line: "·●●●·", window: (-200, -100)).told == "")
        #expect(Walk(line: "<>", window: (10, nil)).told == "")
        #expect(Walk(line: "<>", window: (nil, 0)).told == "")
    }

    @Test func `a pass-through is cut to the window`() {
        func times(_ window: (start: Double?, end: Double?)) -> [Double] {
            Walk(line: "<>", every: 60, window: window).transitions.map {
                $0.transition.time - Walk.noon
            }
        }
        #expect(times((nil, nil)) == [10, 50])
        #expect(times((20, nil)) == [20, 50])
        #expect(times((nil, 40)) == [10, 40])
        #expect(times((20, 40)) == [20, 40])
        #expect(times((50.001, nil)) == [])
        #expect(times((nil, 10)) == [], "the end does not belong to the window")
    }

    @Test func `a stay outlives a look-up that no longer finds the ended deal`() {
        let walk = Walk(line: "·●●●●●", window: (nil, 35), loads: "s   -")
        #expect(walk.told == " E  c")
        #expect(walk.transitions.last?.transition.cause == .ended)
        #expect(walk.transitions.last?.transition.time == Walk.noon + 35)
    }

    @Test func `an end brought forward into the past ends the stay after what was told`() {
        var monitor = GeofenceMonitor()
        let fixes = Walk(line: "·●●●").fixes.map(\.fix)
        for (step, fix) in fixes.enumerated() {
            let window: (Double?, Double?) = step < 3 ? (nil, nil) : (nil, -60)
            let region = Walk(line: "", window: window).region
            monitor.load(
                RegionSet(regions: [region], reach: .infinity), around: fix, cause: .added)
            let told = monitor.transitions(at: fix)
            if step == 3 { #expect(told.map(\.time) == [fixes[2].time]) }
        }
    }

    @Test func `without a fix a deal ends when the clock says so`() throws {
        var (monitor, last) = monitor(after: "·●●", window: (nil, 35))
        #expect(monitor.transitions(until: Walk.noon + 34.999) == [])
        let told = monitor.transitions(until: Walk.noon + 3600)
        let exit = try #require(told.first)
        #expect(told.count == 1)
        #expect(exit.kind == .exit)
        #expect(exit.cause == .ended)
        #expect(exit.time == Walk.noon + 35)
        #expect(exit.fix == last)
        #expect(monitor.transitions(until: Walk.noon + 7200) == [])
    }

    @Test(arguments: [(start: 21.0, now: 22.0, told: 1), (30, 80, 1), (30, 81, 0), (30, 29, 0)])
    func `without a fix a deal starts around a device that was just seen in it`(
        start: Double, now: Double, told: Int
    ) {
        var (monitor, last) = monitor(after: "·●●", window: (start, nil))
        let transitions = monitor.transitions(until: Walk.noon + now)
        #expect(transitions.count == told)
        #expect(transitions.allSatisfy { $0.cause == .started && $0.fix == last })
        // And is not entered again with the next fix.
        var next = last
        next.time = Walk.noon + 90
        #expect(monitor.transitions(at: next).count == 1 - told)
    }

    @Test func `before the first fix the clock says nothing`() {
        var monitor = GeofenceMonitor()
        #expect(monitor.transitions(until: Walk.noon) == [])
    }

    private func monitor(
        after line: String, window: (Double?, Double?)
    ) -> (GeofenceMonitor, last: Fix) {
        let walk = Walk(line: line, window: window)
        var monitor = GeofenceMonitor()
        let fixes = walk.fixes.map(\.fix)
        monitor.load(
            RegionSet(regions: [walk.region], reach: .infinity), around: fixes[0], cause: .startup)
        for fix in fixes { _ = monitor.transitions(at: fix) }
        return (monitor, fixes[fixes.count - 1])
    }
}
