import TOML

/// Where a journey leads, and how fast it can be at each place of it.
struct Way: Sendable {
    /// In order; at least one.
    let nodes: [Node]
    /// Of the whole journey.
    let seconds: Double

    /// A place that the journey comes by, in a straight line from the one before.
    struct Node: Sendable {
        var point: Vector
        /// Metres per second here; 0 where it stands.
        var speed: Double
        /// Metres per second on the way to the next.
        var limit: Double
        /// The way to the next is a part of a bend.
        var isBend: Bool
        /// Seconds to stand here.
        var wait: Double
        /// Which leg the way to the next is of, and which the stop here.
        var leg: Int
        var stopLeg: Int
    }

    init(_ scenario: Scenario) throws(TOMLError) {
        var chance = Chance(seed: scenario.seed, for: .travel)
        let turns = Turns(through: try Corners(scenario, &chance).vertices, scenario)
        var nodes = turns.nodes
        Self.vary(&nodes, &chance)
        Self.slow(&nodes, scenario)
        self.nodes = nodes
        seconds = try Self.seconds(nodes, scenario)
    }

    /// Nobody goes at the same speed all the time: a few per cent more or less on each piece, but
    /// no more in a bend.
    private static func vary(_ nodes: inout [Node], _ chance: inout Chance) {
        for place in nodes.indices {
            let change = max(-0.1, min(nodes[place].isBend ? 0 : 0.1, 0.04 * chance.normal()))
            nodes[place].limit *= 1 + change
        }
    }

    /// Makes the speed at each node one that can be braked from in time, and got to before.
    private static func slow(_ nodes: inout [Node], _ scenario: Scenario) {
        guard nodes.count > 1 else { return }
        for place in 1..<nodes.count {
            let limit = min(nodes[place - 1].limit, nodes[place].limit)
            nodes[place].speed = min(nodes[place].speed, limit)
        }
        func reach(_ place: Int, _ speed: Double, _ acceleration: Double) -> Double {
            let length = (nodes[place + 1].point - nodes[place].point).length
            return (speed * speed + 2 * acceleration * length).squareRoot()
        }
        for place in (0..<nodes.count - 1).reversed() {
            let limits = scenario.legs[nodes[place].leg].mode.limits
            let speed = reach(place, nodes[place + 1].speed, limits.braking)
            nodes[place].speed = min(nodes[place].speed, speed)
        }
        for place in 0..<nodes.count - 1 {
            let limits = scenario.legs[nodes[place].leg].mode.limits
            let speed = reach(place, nodes[place].speed, limits.acceleration)
            nodes[place + 1].speed = min(nodes[place + 1].speed, speed)
        }
    }

    private static func seconds(
        _ nodes: [Node], _ scenario: Scenario
    ) throws(TOMLError) -> Double {
        var seconds = nodes[0].wait
        for place in nodes.indices.dropLast() {
            seconds += Stretch(nodes[place], nodes[place + 1], scenario, begin: 0).end
            guard seconds <= Scenario.longest else {
                throw scenario.legs[nodes[place].leg].tooLong
            }
        }
        return seconds
    }
}

extension Scenario.Leg {
    /// That with it the journey takes more time than one may.
    var tooLong: TOMLError {
        .badKey(
            place, what: "the journey takes more than \(plain(Scenario.longest / 86_400)) days",
            remedy: "use shorter ways and stops, or a higher speed")
    }
}
