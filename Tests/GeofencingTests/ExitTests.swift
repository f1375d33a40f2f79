import Testing

@testable import Geofencing

struct ExitTests {
    @Test(arguments: [
        ("●>>>", 10.0, "i  X"),
        ("●>>>", 5.0, "i  X"),
        ("●>>>>>", 4.0, "i   X"),
        ("●>>>>>>>>>>>>", 1.0, "i          X"),
    ])
    func `three fixes outside over ten seconds are an exit`(
        line: String, every: Double, expected: String
    ) {
        #expect(told(line, every: every) == expected)
        #expect(rules(line, every: every).last == .outside)
    }

    @Test func `three fixes outside that are not in a row are no exit`() {
        #expect(told("●>>●>>○>>~>>") == "i")
    }

    @Test func `within the margin nobody has left`() {
        #expect(told("●~~~~~~~~~~") == "i")
    }

    @Test func `one fix is enough that is surely two radii away`() {
        #expect(told("●·") == "iX")
        #expect(rules("●·") == [.initial, .far])
    }

    @Test func `one fix surely outside is enough after a gap of more than 60 s`() {
        #expect(told("●      ~", every: 10) == "i      X")
        #expect(rules("●      ~", every: 10) == [.initial, .gap])
        #expect(told("●     ~", every: 10) == "i", "60 s are no gap")
    }

    @Test func `a fix that may be inside is no exit after a gap`() {
        #expect(told("●      ~", every: 10, accuracy: 15) == "i")
    }

    @Test func `an exit tells how long the stay was`() throws {
        let exit = try #require(Walk(line: "·●●●·").transitions.last?.transition)
        #expect(exit.kind == .exit)
        #expect(exit.stay == 30)
        #expect(exit.time == Walk.noon + 40)
        #expect(abs(exit.distance - 500) < 0.001)
    }

    @Test(arguments: [
        (d: 220.01, a: 20.0, r: 200.0, is: true),
        (d: 220, a: 10, r: 200, is: false),
        (d: 230, a: 30, r: 200, is: false),
        (d: 230, a: 29.9, r: 200, is: true),
        (d: 1100, a: 0, r: 1000, is: false),
        (d: 1100.1, a: 0, r: 1000, is: true),
        (d: 70, a: 0, r: 50, is: false),
        (d: 70.1, a: 0, r: 50, is: true),
    ])
    func `outside is d − a > r and d > r + max(20 m, 0.1 r)`(
        _ row: (d: Double, a: Double, r: Double, is: Bool)
    ) {
        let position = Position(distance: row.d, accuracy: row.a, radius: row.r)
        #expect(ExitRule().isOutside(position) == row.is)
    }

    @Test(
        arguments: [
            (d: 400.0, a: 0.0, rule: nil), (400.01, 0, .far), (420, 20, nil), (420.01, 20, .far),
        ] as [(d: Double, a: Double, rule: Transition.Rule?)])
    func `far is d − a > 2 r`(_ row: (d: Double, a: Double, rule: Transition.Rule?)) {
        let position = Position(distance: row.d, accuracy: row.a, radius: 200)
        let rule = ExitRule().decides(position, at: Walk.noon, run: nil, afterGap: false)
        #expect(rule == row.rule)
    }

    @Test(arguments: [(2, 60.0, false), (3, 9.999, false), (3, 10, true), (30, 9, false)])
    func `a run counts from three fixes and ten seconds`(
        count: Int, seconds: Double, leaves: Bool
    ) {
        let run = ExitRule.Run(since: Walk.noon, count: count)
        let position = Position(distance: 300, accuracy: 10, radius: 200)
        let rule = ExitRule().decides(
            position, at: Walk.noon + seconds, run: run, afterGap: false)
        #expect(rule == (leaves ? .outside : nil))
    }
}
