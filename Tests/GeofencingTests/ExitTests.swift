import Testing

@testable import Geofencing

struct ExitTests {
    @Test(arguments: [
        ("●>>>", 20.0, "i  X"),
        ("●>>>", 15.0, "i  X"),
        ("●>>>>>", 14.9, "i   X"),
        ("●>>>>>", 10.0, "i   X"),
        ("●>>>>>>>>>>>>", 3.0, "i          X"),
        ("●>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>", 1.0, "i                              X"),
    ])
    func `three fixes outside over thirty seconds are an exit`(
        line: String, every: Double, expected: String
    ) {
        #expect(told(line, every: every) == expected)
        #expect(rules(line, every: every).last == .outside)
    }

    @Test func `three fixes outside that are not in a row are no exit`() {
        #expect(told("●>>●>>○>>~>>", every: 15) == "i")
        #expect(told("●>>>", every: 15) == "i  X")
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

    @Test(arguments: [(nil, .gap), (1, .gap), (0.99, nil)] as [(Double?, Transition.Rule?)])
    func `of a device that says that it stands, one fix after a gap is not enough`(
        speed: Double?, rule: Transition.Rule?
    ) {
        var walk = Walk(line: "●      ~", every: 10)
        walk.speed = speed
        let exit = walk.transitions.map(\.transition).first { $0.kind == .exit }
        #expect(exit?.rule == rule)
    }

    @Test(arguments: [(nil, 40.0), (1, 40), (0.99, 130)] as [(Double?, Double)])
    func `a device that says that it stands leaves after two minutes`(
        speed: Double?, seconds: Double
    ) {
        var walk = Walk(line: "●" + String(repeating: ">", count: 20), every: 10)
        walk.speed = speed
        let exit = walk.transitions.last?.transition
        #expect(exit?.rule == .outside)
        #expect(exit.map { $0.time - Walk.noon } == seconds)
        #expect(exit?.stay == 10, "until it was first seen outside")
    }

    @Test(arguments: [(4, 2, 30.0), (4, 3, 120)])
    func `it stands if more than half of the fixes say so`(
        count: Int32, stationary: Int32, seconds: Double
    ) {
        let run = ExitRule.Run(since: Walk.noon, count: count, stationary: stationary)
        let position = RelativePosition(distance: 300, accuracy: 10, radius: 200)
        for (after, rule) in [(seconds - 0.001, nil), (seconds, .outside)]
            as [(Double, Transition.Rule?)]
        {
            let told = ExitRule().decides(
                position, at: Walk.noon + after, run: run, afterGap: false)
            #expect(told == rule)
        }
    }

    @Test func `an exit tells how long the stay was`() throws {
        let exit = try #require(Walk(line: "·●●●·").transitions.last?.transition)
        #expect(exit.kind == .exit)
        #expect(exit.stay == 30)
        #expect(exit.time == Walk.noon + 40)
        #expect(abs(exit.distance - 500) < 0.001)
    }

    @Test(arguments: [
        (d: 235.01, a: 35.0, r: 200.0, is: true),
        (d: 235, a: 10, r: 200, is: false),
        (d: 240, a: 40, r: 200, is: false),
        (d: 240, a: 39.9, r: 200, is: true),
        (d: 385, a: 0, r: 350, is: false),
        (d: 385.1, a: 0, r: 350, is: true),
        (d: 1100, a: 0, r: 1000, is: false),
        (d: 1100.1, a: 0, r: 1000, is: true),
        (d: 85, a: 0, r: 50, is: false),
        (d: 85.1, a: 0, r: 50, is: true),
    ])
    func `outside is d − a > r and d > r + max(35 m, 0.1 r)`(
        _ row: (d: Double, a: Double, r: Double, is: Bool)
    ) {
        let position = RelativePosition(distance: row.d, accuracy: row.a, radius: row.r)
        #expect(ExitRule().isOutside(position) == row.is)
    }

    @Test(arguments: [
        (d: 235.0, r: 200.0, is: true), (235.01, 200, false), (0, 200, true), (1100, 1000, true),
        (1100.1, 1000, false),
    ])
    func `near is d ≤ r + max(35 m, 0.1 r), however coarse the fix`(
        _ row: (d: Double, r: Double, is: Bool)
    ) {
        for accuracy in [0, 20, 100.0] {
            let position = RelativePosition(distance: row.d, accuracy: accuracy, radius: row.r)
            #expect(ExitRule().isNear(position) == row.is)
        }
    }

    @Test(
        arguments: [
            (d: 400.0, a: 0.0, rule: nil), (400.01, 0, .far), (420, 20, nil), (420.01, 20, .far),
        ] as [(d: Double, a: Double, rule: Transition.Rule?)])
    func `far is d − a > 2 r`(_ row: (d: Double, a: Double, rule: Transition.Rule?)) {
        let position = RelativePosition(distance: row.d, accuracy: row.a, radius: 200)
        let rule = ExitRule().decides(position, at: Walk.noon, run: nil, afterGap: false)
        #expect(rule == row.rule)
    }

    @Test(arguments: [(2, 60.0, false), (3, 29.999, false), (3, 30, true), (30, 29, false)])
    func `a run counts from three fixes and thirty seconds`(
        count: Int32, seconds: Double, leaves: Bool
    ) {
        let run = ExitRule.Run(since: Walk.noon, count: count)
        let position = RelativePosition(distance: 300, accuracy: 10, radius: 200)
        let rule = ExitRule().decides(
            position, at: Walk.noon + seconds, run: run, afterGap: false)
        #expect(rule == (leaves ? .outside : nil))
    }
}
