/// Where a traveller truly is, as time goes on.
struct Motion: Sendable {
    private let way: Way
    private let scenario: Scenario
    private var node = 0
    private var stretch: Stretch?

    /// What is true at a moment.
    struct State {
        /// On the ground.
        var point: Vector
        /// One metre ahead; at a stop, one metre in the direction in which it came.
        var heading: Vector
        /// Metres per second.
        var speed: Double
        var leg: Int
    }

    init(_ way: Way, _ scenario: Scenario) {
        (self.way, self.scenario) = (way, scenario)
        stretch = Self.stretch(way, scenario, 0, begin: way.nodes[0].wait)
    }

    private static func stretch(
        _ way: Way, _ scenario: Scenario, _ node: Int, begin: Double
    ) -> Stretch? {
        guard node + 1 < way.nodes.count else { return nil }
        return Stretch(way.nodes[node], way.nodes[node + 1], scenario, begin: begin)
    }

    /// The next stretch; `nil` after the last.
    mutating func next() -> Stretch? {
        guard let current = stretch else { return nil }
        node += 1
        stretch = Self.stretch(way, scenario, node, begin: current.end)
        return current
    }

    /// The state `seconds` after the journey began, which must not be less than in the call before.
    mutating func state(at seconds: Double) -> State {
        while let current = stretch, seconds >= current.end, node + 2 < way.nodes.count {
            _ = next()
        }
        guard let stretch else {
            return State(
                point: way.nodes[0].point, heading: Vector(x: 0, y: 0, z: 0), speed: 0,
                leg: way.nodes[0].stopLeg)
        }
        let (metres, speed) = stretch.progress(at: seconds)
        let leg = seconds >= stretch.arrival ? way.nodes[node + 1].stopLeg : stretch.leg
        return State(
            point: stretch.point(at: metres), heading: stretch.way.direction,
            speed: seconds < stretch.begin || seconds >= stretch.end ? 0 : speed,
            leg: seconds < stretch.begin ? way.nodes[node].stopLeg : leg)
    }
}
