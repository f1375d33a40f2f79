import Testing

@testable import Geofencing

struct EnterTests {
    @Test func `one fix surely inside is an enter`() {
        #expect(told("·●") == " E")
        #expect(rules("·●") == [.accurate])
    }

    @Test func `one fix that may be outside is no enter`() {
        #expect(told("^○^") == "")
    }

    @Test func `two fixes in a row inside are an enter, however unsure`() {
        // So coarse that the way between them is not surely inside either.
        #expect(told("^○○", accuracy: 20) == "  E")
        #expect(rules("^○○", accuracy: 20) == [.confirmed])
    }

    @Test func `two fixes inside that are not in a row are no enter`() {
        #expect(told("^○~○~○~", accuracy: 20) == "")
    }

    @Test func `a fix of unknown accuracy counts as exact`() {
        #expect(told("^○", accuracy: nil) == " E")
        #expect(rules("^○", accuracy: nil) == [.accurate])
    }

    @Test func `an enter tells the fix, its time and its distance`() throws {
        let walk = Walk(line: "·●")
        let enter = try #require(walk.transitions.first?.transition)
        #expect(enter.fix == walk.fixes[1].fix)
        #expect(enter.time == walk.start + 10)
        #expect(abs(enter.distance - 100) < 0.001)
        #expect(enter.stay == nil)
        #expect(enter.cause == nil)
    }

    @Test func `there is one enter to a stay`() {
        #expect(told("·●●●○○●●") == " E")
    }

    @Test(
        arguments: [
            (d: 180.0, a: 20.0, count: 1, rule: Transition.Rule.accurate),
            (180.01, 20, 1, nil),
            (180.01, 20, 2, .confirmed),
            (200, 0, 1, .accurate),
            (200.01, 0, 2, nil),
            (200, 20, 2, .confirmed),
            (200, 20, 1, nil),
            (210, 20, 3, nil),
        ] as [(d: Double, a: Double, count: Int, rule: Transition.Rule?)])
    func `d + a ≤ r is enough on one fix and d ≤ r on two`(
        _ row: (d: Double, a: Double, count: Int, rule: Transition.Rule?)
    ) {
        let position = Position(distance: row.d, accuracy: row.a, radius: 200)
        #expect(EnterRule().decides(position, afterInside: row.count) == row.rule)
    }
}
