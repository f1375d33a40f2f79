/// How far from a region the fixes may be, and for how long, without changing anything about it, so
/// that it need not be asked.
struct Lull: Sendable {
    private let center: Coordinate
    /// Metres from the centre, more than the one and less than the other.
    private let inner: Double
    private let outer: Double
    /// Metres, of the fixes: at most.
    let accuracy: Double
    /// Until when it surely lasts.
    private(set) var limit: Limit

    /// Distances agree with each other to a tenth of that.
    static let slack = 0.01

    static var none: Lull { Lull() }

    private init() {
        center = Coordinate(latitude: 0, longitude: 0)
        (inner, outer, accuracy, limit) = (0, 0, .infinity, .past)
    }

    /// From `step` on, at whose end the device is at `position`, for so many seconds since then.
    init(
        _ step: Step, _ center: Coordinate, _ position: Position,
        from inner: Double = -.infinity, to outer: Double,
        seconds: Double, since: Timestamp, accuracy: Double = .infinity
    ) {
        (self.center, self.inner, self.outer) = (center, inner, outer)
        self.accuracy = accuracy
        // A millisecond less, for what is rounded.
        limit = Limit(reach: -.infinity, end: Double(since.milliseconds) + seconds * 1000 - 1)
        begin(step, position.distance)
    }

    private mutating func begin(_ step: Step, _ distance: Double) {
        limit.reach = step.travelled + min(distance - inner, outer - distance) - Self.slack
    }

    /// Whether it lasts at the end of `step`, further than its reach was.
    mutating func goesOn(_ step: Step) -> Bool {
        let time = Double(step.fix.time.milliseconds)
        guard time < limit.end, step.accuracy <= accuracy else { return false }
        let distance = step.plane.offset(to: center).length
        // The way to here did not lead to the other side, and where the ground is not flat, nobody
        // knows.
        guard step.plane.isFlat(distance), distance - inner > 2 * step.halfWay else { return false }
        begin(step, distance)
        return limit.covers(step.travelled, time)
    }
}

extension Lull {
    /// How far the device may go, and for how long.
    struct Limit: Sendable {
        /// As `Step.travelled`: up to there …
        var reach: Double
        /// … and as of `Timestamp`, in milliseconds: before then.
        var end = Double.infinity

        static var none: Limit { Limit(reach: .infinity) }
        static var past: Limit { Limit(reach: -.infinity, end: -.infinity) }

        @inline(__always)
        func covers(_ travelled: Double, _ milliseconds: Double) -> Bool {
            travelled <= reach && milliseconds < end
        }

        @inline(__always)
        mutating func keep(to other: Limit) {
            reach = min(reach, other.reach)
            end = min(end, other.end)
        }
    }
}
