package import Geofencing

/// The straight way from one node to the next, and the stop at its end. Speed rises, is steady, and
/// falls.
package struct Stretch: Sendable {
    let from: Vector
    let way: Vector
    /// Metres, at most a kilometre.
    package let length: Double
    let leg: Int
    /// Seconds since the journey began.
    package let begin: Double
    /// When the traveller arrives at its end, and when the stop there is over.
    let arrival: Double
    /// Seconds since the journey began, the stop included.
    package let end: Double

    /// Metres per second at the beginning, at most, and at the end.
    private let first: Double
    private let peak: Double
    private let last: Double
    private let acceleration: Double
    private let braking: Double
    /// Seconds in which speed rises, and in which it is steady.
    private let rise: Double
    private let steady: Double

    init(_ a: Way.Node, _ b: Way.Node, _ scenario: Scenario, begin: Double) {
        let limits = scenario.legs[a.leg].mode.limits
        (from, way, leg) = (a.point, b.point - a.point, a.leg)
        length = way.length
        (first, last) = (a.speed, b.speed)
        (acceleration, braking) = (limits.acceleration, limits.braking)
        let (squareA, squareB) = (a.speed * a.speed, b.speed * b.speed)
        let highest =
            (2 * acceleration * braking * length + braking * squareA + acceleration * squareB)
            / (acceleration + braking)
        peak = max(a.speed, b.speed, min(a.limit, highest.squareRoot()))
        let square = peak * peak
        rise = (peak - first) / acceleration
        let fall = (peak - last) / braking
        let changing =
            (square - squareA) / (2 * acceleration) + (square - squareB) / (2 * braking)
        steady = peak > 0 ? max(0, length - changing) / peak : 0
        self.begin = begin
        arrival = begin + rise + steady + fall
        end = arrival + b.wait
    }

    /// Metres from its beginning, and metres per second, `seconds` after the journey began.
    func progress(at seconds: Double) -> (metres: Double, speed: Double) {
        let time = seconds - begin
        if time <= 0 { return (0, first) }
        if seconds >= arrival { return (length, seconds < end ? 0 : last) }
        if time < rise {
            return (time * (first + acceleration * time / 2), first + acceleration * time)
        }
        let risen = rise * (first + peak) / 2
        if time < rise + steady { return (risen + peak * (time - rise), peak) }
        let left = arrival - seconds
        return (
            max(risen, length - left * (last + braking * left / 2)), last + braking * left
        )
    }

    /// When the traveller is `metres` from its beginning, in seconds since the journey began.
    package func time(at metres: Double) -> Double {
        if metres <= 0 { return begin }
        if metres >= length { return arrival }
        let risen = rise * (first + peak) / 2
        if metres < risen {
            let speed = (first * first + 2 * acceleration * metres).squareRoot()
            return begin + (speed - first) / acceleration
        }
        if metres < risen + peak * steady { return begin + rise + (metres - risen) / peak }
        let speed = (last * last + 2 * braking * (length - metres)).squareRoot()
        return max(begin + rise, arrival - (speed - last) / braking)
    }

    func point(at metres: Double) -> Vector {
        length > 0 ? (from + metres / length * way).onGround : from
    }

    /// The point `metres` from its beginning.
    package func coordinate(at metres: Double) -> Coordinate { point(at: metres).coordinate }

    /// Metres from its beginning to where it is nearest to `point`.
    package func foot(of point: Coordinate) -> Double {
        // It is at most a kilometre long: its foot in space is its foot on the ground.
        let square = length * length
        let part = square > 0 ? (Vector(point) - from).dot(way) / square : 0
        return max(0, min(1, part)) * length
    }
}

extension Stretch {
    /// A stretch without length: the stop before the journey begins.
    init(standingAt node: Way.Node, _ scenario: Scenario) {
        var here = node
        here.speed = 0
        self.init(here, here, scenario, begin: 0)
    }
}
