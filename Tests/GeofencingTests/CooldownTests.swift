import Testing

@testable import Geofencing

/// Half minutes are drawn: `·` is 500 m away, where one has left but may be back soon, `~` at the
/// edge, `^` 800 m.
struct CooldownTests {
    private func told(_ line: String, every: Double = 30, accuracy: Double = 10) -> String {
        Walk(line: line, every: every, accuracy: accuracy).told
    }

    @Test func `an enter less than two minutes after leaving is not told`() {
        #expect(told("●·●") == "iX")
        #expect(told("●···●") == "iX", "a minute and a half")
        #expect(told("●····●", every: 29.99) == "iX")
    }

    @Test func `an enter two minutes after leaving is told`() {
        #expect(told("●····●") == "iX   E")
    }

    @Test func `the two minutes begin with the first fix outside, not with the exit`() {
        // 300 m away, where leaving takes half a minute.
        #expect(told("●>>>>●", every: 30) == "i  X E")
        #expect(told("●>>>●", every: 30) == "i  X")
    }

    @Test func `whoever lingers at the edge has not been away`() {
        #expect(told("●······●") == "iX     E")
        #expect(told("●···~···●", every: 29.99) == "iX")
        #expect(told("●···~···●") == "iX      E", "two minutes after it was at the edge")
        #expect(told("●···○···●", every: 29.99, accuracy: 20) == "iX")
        #expect(told("●···○···●", accuracy: 20) == "iX      E")
        #expect(told("●·~~~~~~~~~~~~~~~~●") == "iX")
    }

    @Test func `whoever was more than 500 m from the edge is told at once`() {
        #expect(told("●··●", every: 10) == "iX")
        #expect(told("●·^●", every: 10) == "iX E")
        #expect(told("●^●", every: 10) == "iXE")
    }

    @Test func `a pass-through that ends more than 500 m from the edge is no reason for silence`() {
        // 300 m west to 800 m east, with the way that takes allowed.
        var walk = Walk(line: "<^<")
        walk.monitor.rules.passThrough.longestWay = 1101
        #expect(walk.told == " pp")
        // The same, where the first fix was unsure of being inside.
        walk.line = "~○^<"
        walk.accuracy = 20
        #expect(walk.told == "   p")
    }

    @Test func `an untold stay tells no exit and no dwell`() {
        #expect(told("●·●●●●●●●●●●●●●●●●●●●·") == "iX")
    }

    @Test func `an unsure stay that began too early is not told later`() {
        // Confirmed by the second fix inside, a minute before the silence ends.
        #expect(told("●·○○○○○○○○○○○○○○", accuracy: 20) == "iX")
        #expect(told("●···○○○", accuracy: 20) == "iX", "it was at the edge already")
        #expect(told("●····○○○", accuracy: 20) == "iX    E")
    }

    @Test func `the two minutes begin anew with the exit of an untold stay`() {
        #expect(told("●·●●●●●●●●●···●") == "iX")
        #expect(told("●·●●●●●●●●●····●") == "iX             E")
    }

    @Test func `after a pass-through there is a cool-down too`() {
        #expect(told("<><>", every: 60) == " p")
        #expect(told("<>>>>>>>>>>>>>>>>><", every: 60) == " p                p")
    }

    @Test func `a pass-through that is not told begins it anew`() {
        // Fixes in seconds 0, 55, 110 …: through until second 45.8, and back until second 100.8.
        #expect(told("<>>>●", every: 55) == " p  E")
        #expect(told("<><<●", every: 55) == " p")
        #expect(told("<><<<●", every: 55) == " p   E")
    }

    @Test func `a pass-through is news from when it begins, on whichever fix that is seen`() {
        // Out in second 45.8, and in again in second 119.2 or 174.2.
        #expect(told("<>><", every: 55) == " p")
        #expect(told("<>>><", every: 55) == " p  p")
    }

    @Test func `a region that is removed forgets it`() {
        #expect(Walk(line: "●··●", every: 30, loads: "s -+").told == "iX i")
    }

    @Test func `a clock put back does not change how long one was away`() {
        for (away, isTold) in [(119.9, false), (120, true)] {
            var monitor = GeofenceMonitor()
            let set = RegionSet(regions: [Walk(line: "").region], reach: .infinity)
            var told: [Transition.Kind] = []
            // The step itself counts for nothing.
            let times = [("●", 0.0), ("·", 30), ("·", 90), ("·", -3600), ("●", -3660 + away)]
            for (symbol, seconds) in times {
                let fix = Walk.fix(Character(symbol), at: Walk.noon + seconds, accuracy: 10)!
                if seconds == 0 { monitor.load(set, around: fix, cause: .startup) }
                told += monitor.transitions(at: fix).map(\.kind)
            }
            #expect(told == (isTold ? [.enter, .exit, .enter] : [.enter, .exit]))
        }
    }

    @Test(arguments: [
        (119.999, 200.0, false), (120, 200, true), (0, 700, false), (0, 700.1, true),
    ])
    func `it is over after 120 s or beyond r + 500 m`(seconds: Double, d: Double, over: Bool) {
        let position = RelativePosition(distance: d, accuracy: 10, radius: 200)
        let isOver = CooldownRule().isOver(at: Walk.noon + seconds, near: Walk.noon, position)
        #expect(isOver == over)
    }
}
