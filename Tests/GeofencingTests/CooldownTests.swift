import Testing

@testable import Geofencing

/// Minutes are drawn: `·` is 500 m away, where one has left but is still near, `^` 800 m.
struct CooldownTests {
    @Test func `an enter less than ten minutes after leaving is not told`() {
        #expect(told("●·●", every: 60) == "iX")
        #expect(told("●·········●", every: 60) == "iX", "nine minutes")
    }

    @Test func `an enter ten minutes after leaving is told`() {
        #expect(told("●··········●", every: 60) == "iX         E")
    }

    @Test func `whoever was more than 500 m from the edge is told at once`() {
        #expect(told("●·^●", every: 60) == "iX E")
        #expect(told("●^●", every: 60) == "iXE")
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
        #expect(told("●·●●●●●●●●●●●●·", every: 60) == "iX")
    }

    @Test func `an unsure stay that began too early is not told later`() {
        // Confirmed by the second fix inside, nine minutes before the silence ends.
        #expect(Walk(line: "●·○○○○○○○○○○○○○○", every: 60, accuracy: 20).told == "iX")
        #expect(
            Walk(line: "●·········○○○", every: 60, accuracy: 20).told
                == "iX         E", "the first fix inside came too early, the second did not")
    }

    @Test func `the ten minutes begin anew with the exit of an untold stay`() {
        #expect(told("●·●●●●●●●●●·········●", every: 60) == "iX")
        #expect(told("●·●●●●●●●●●··········●", every: 60) == "iX                   E")
    }

    @Test func `after a pass-through there is a cool-down too`() {
        #expect(told("<><>", every: 60) == " p")
        #expect(told("<>>>>>>>>>>>>>>>><", every: 60) == " p               p")
    }

    @Test func `a region that is removed forgets it`() {
        #expect(Walk(line: "●··●", every: 60, loads: "s -+").told == "iX i")
    }

    @Test(arguments: [
        (599.999, 200.0, false), (600, 200, true), (0, 700, false), (0, 700.1, true),
    ])
    func `it is over after 600 s or beyond r + 500 m`(seconds: Double, d: Double, over: Bool) {
        let position = Position(distance: d, accuracy: 10, radius: 200)
        let isOver = CooldownRule().isOver(at: Walk.noon + seconds, left: Walk.noon, position)
        #expect(isOver == over)
    }
}
