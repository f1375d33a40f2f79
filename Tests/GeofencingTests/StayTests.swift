import Testing

@testable import Geofencing

/// What keeps a stay and what ends it besides walking away.
struct StayTests {
    @Test func `a tunnel keeps the stay and invents nothing`() {
        #expect(told("·●●              ●●·", every: 60) == " E                 X")
        #expect(told("·●              ·", every: 60) == " E              X")
    }

    @Test func `whoever drives through a region in a tunnel was not there`() {
        #expect(told("<      >", every: 10) == "")
    }

    @Test func `the first fix inside is an enter at once, caused by the start`() throws {
        let walk = Walk(line: "●●·")
        #expect(walk.told == "i X")
        let enter = try #require(walk.transitions.first?.transition)
        #expect(enter.rule == .initial)
        #expect(enter.cause == .startup)
        #expect(enter.time == Walk.noon)
    }

    @Test func `an unsure first fix inside waits for the second`() {
        #expect(told("○○", accuracy: 20) == " i")
        #expect(told("○~○", accuracy: 20) == "")
        #expect(Walk(line: "○○", accuracy: 20).transitions[0].transition.cause == .startup)
    }

    @Test(arguments: [
        (loads: " +", cause: Transition.Cause.added), (" r", .refresh), (" s", .startup),
    ])
    func `a region that appears around the device is entered at once, with the cause`(
        loads: String, cause: Transition.Cause
    ) {
        let walk = Walk(line: "●●●", loads: loads)
        #expect(walk.told == " i")
        #expect(walk.transitions[0].transition.cause == cause)
    }

    @Test func `a region that appears elsewhere is entered as any other`() {
        let walk = Walk(line: "··●", loads: " +")
        #expect(walk.told == "  E")
        #expect(walk.transitions[0].transition.cause == nil)
    }

    @Test func `loading the same regions again changes nothing`() {
        for loads in ["s          ", "srrrrrrrrrr", "s+r+r+r+r+r"] {
            #expect(
                Walk(line: "·●●●●●●●●●·", every: 60, loads: loads).told == " E    D   X")
            #expect(Walk(line: "·○○○>>>>", accuracy: 20, loads: loads).told == "  E    X")
            #expect(Walk(line: "<><>", loads: loads).told == " p")
        }
    }

    @Test func `a region removed around the device is left at once, with the cause`() throws {
        let walk = Walk(line: "·●●●●", loads: "s  -")
        #expect(walk.told == " E c")
        let exit = try #require(walk.transitions.last?.transition)
        #expect(exit.rule == .closed)
        #expect(exit.cause == .removed)
        #expect(exit.time == Walk.noon + 30)
        #expect(exit.stay == 20)
        #expect(abs(exit.distance - 100) < 0.001)
    }

    @Test func `a region removed while nobody is there is told by nothing`() {
        #expect(Walk(line: "·●·^●", loads: "s  -").told == " EX")
        #expect(Walk(line: "··●●", loads: "s-").told == "")
    }

    @Test func `a region removed and added again is entered again`() {
        #expect(Walk(line: "·●●●●", loads: "s -+").told == " Eci")
    }

    @Test func `a region too far away to be loaded is kept until it is left`() {
        #expect(Walk(line: "·●    ·", loads: "s     /").told == " E    X")
        let exit = Walk(line: "·●      ~", loads: "s       /").transitions.last?.transition
        #expect(exit?.rule == .gap)
    }

    @Test func `a removal is told with the other transitions of its fix, in the order of time`() {
        let old = Region(id: "old", kind: "deal", name: "", center: Walk.point(east: -300))
        let new = Region(id: "new", kind: "deal", name: "", center: Walk.point(east: 0))
        var monitor = GeofenceMonitor()
        let walk = Walk(line: "<>").fixes.map(\.fix)
        monitor.load(
            RegionSet(regions: [old], reach: .infinity), around: walk[0], cause: .startup)
        var told = monitor.transitions(at: walk[0])
        monitor.load(
            RegionSet(regions: [new], reach: .infinity), around: walk[1], cause: .refresh)
        told += monitor.transitions(at: walk[1])
        #expect(told.map(\.region.id) == ["old", "new", "new", "old"])
        #expect(told.map(\.time) == told.map(\.time).sorted())
    }

    @Test func `a clock put back keeps the stay and how long it was`() throws {
        var monitor = GeofenceMonitor()
        let region = Walk(line: "").region
        var told: [Transition] = []
        for (symbol, seconds) in [("●", 0.0), ("●", 100), ("●", -3600), ("●", -3500), ("·", -3490)]
        {
            let fix = Walk.fix(Character(symbol), at: Walk.noon + seconds, accuracy: 10)!
            if seconds == 0 {
                monitor.load(
                    RegionSet(regions: [region], reach: .infinity), around: fix, cause: .startup)
            }
            told += monitor.transitions(at: fix)
        }
        #expect(told.map(\.kind) == [.enter, .exit])
        #expect(told[1].stay == 210, "the step itself counts for nothing")
    }

    @Test func `fixes outside count on through a clock put back`() {
        var monitor = GeofenceMonitor()
        let set = RegionSet(regions: [Walk(line: "").region], reach: .infinity)
        var told: [Transition.Rule] = []
        for (symbol, seconds) in [("●", 0.0), (">", 10), (">", -3600), (">", -3570)] {
            let fix = Walk.fix(Character(symbol), at: Walk.noon + seconds, accuracy: 10)!
            if seconds == 0 { monitor.load(set, around: fix, cause: .startup) }
            told += monitor.transitions(at: fix).map(\.rule)
        }
        #expect(told == [.initial, .outside])
    }

    @Test func `a removal after a clock was put back tells how long the stay was`() {
        var monitor = GeofenceMonitor()
        let set = RegionSet(regions: [Walk(line: "").region], reach: .infinity)
        var told: [Transition] = []
        for seconds in [0.0, 100, -3600] {
            let fix = Walk.fix("●", at: Walk.noon + seconds, accuracy: 10)!
            if seconds == 0 { monitor.load(set, around: fix, cause: .startup) }
            if seconds < 0 {
                monitor.load(
                    RegionSet(regions: [], reach: .infinity), around: fix, cause: .refresh)
            }
            told += monitor.transitions(at: fix)
        }
        #expect(told.last?.cause == .removed)
        #expect(told.last?.time == Walk.noon + -3600)
        #expect(told.last?.stay == 100)
    }
}
