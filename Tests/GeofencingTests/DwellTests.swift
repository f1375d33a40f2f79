import Testing

@testable import Geofencing

struct DwellTests {
    @Test func `a dwell is told once, five minutes in`() {
        #expect(told("·●●●●●●●●●·", every: 60) == " E    D   X")
    }

    @Test func `a stay of less than five minutes has no dwell`() {
        #expect(told("·●●●●●·", every: 59) == " E    X")
    }

    @Test func `each stay has its own dwell`() {
        #expect(
            told("·●●●●●●●·^·●●●●●●●·", every: 60)
                == " E    D X  E    D X")
    }

    @Test func `after a gap of more than 60 s the five minutes begin anew`() {
        #expect(
            told("·●●●●● ●●●●●●●●●●●·", every: 40)
                == " E             D  X")
        #expect(
            told("·●●●●● ●●●●●●●●●●●·", every: 30)
                == " E         D      X", "60 s are no gap")
    }

    @Test func `a dwell is not told by a fix outside the circle`() {
        #expect(told("·●●●●●~~●·", every: 60) == " E      DX")
    }

    @Test func `0 seconds turn it off`() {
        var walk = Walk(line: "·●●●●●●●●●·", every: 60)
        walk.monitor.rules.dwell.after = 0
        #expect(walk.told == " E        X")
    }

    @Test func `a dwell tells how long the stay is so far`() throws {
        let told = Walk(line: "·●●●●●●", every: 60).transitions.map(\.transition)
        let dwell = try #require(told.last)
        #expect(dwell.kind == .dwell)
        #expect(dwell.rule == .dwell)
        #expect(dwell.stay == 300)
        #expect(dwell.time == Walk.noon + 360)
    }

    @Test(arguments: [(300.0, 299.999, false), (300, 300, true), (0, 1e9, false), (1, 1, true)])
    func `a dwell is due after so many seconds`(after: Double, inside: Double, decides: Bool) {
        let stay = Stay(entered: Walk.noon, isReported: true)
        let fix = Walk.fix("●", at: Walk.noon + inside, accuracy: 10)!
        let position = RelativePosition(distance: 100, accuracy: 10, radius: 200)
        #expect(DwellRule(after: after).decides(stay, at: fix, position) == decides)
    }
}
