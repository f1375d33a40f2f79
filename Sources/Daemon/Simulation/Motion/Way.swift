import Formats
import Posix

/// The path of a journey, and how fast the traveller can be at each point of it.
struct Way: Sendable {
    /// At least one.
    let nodes: [Node]
    /// How long the whole journey takes.
    let seconds: Double

    /// A point that the journey passes; straight lines join one node to the next.
    struct Node: Sendable {
        var point: Vector
        /// Metres per second here; 0 at a stop.
        var speed: Double
        /// Metres per second on the way to the next, at most.
        var limit: Double
        /// The way to the next is a part of a bend.
        var isBend: Bool
        /// Seconds to stand here.
        var wait: Double
        /// The leg that leads on from here, and the leg that the stop here belongs to; both are
        /// indices in `Scenario.legs`.
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

    /// Nobody keeps the same speed all the time: it is a few per cent more or less on each piece,
    /// but never more in a bend.
    private static func vary(_ nodes: inout [Node], _ chance: inout Chance) {
        for index in nodes.indices {
            let change = max(-0.1, min(nodes[index].isBend ? 0 : 0.1, 0.04 * chance.normal()))
            nodes[index].limit *= 1 + change
        }
    }

    /// Lowers the speed at each node, so that acceleration and braking from node to node are
    /// possible.
    private static func slow(_ nodes: inout [Node], _ scenario: Scenario) {
        guard nodes.count > 1 else { return }
        for index in 1..<nodes.count {
            let limit = min(nodes[index - 1].limit, nodes[index].limit)
            nodes[index].speed = min(nodes[index].speed, limit)
        }
        func reach(_ index: Int, _ speed: Double, _ acceleration: Double) -> Double {
            let length = (nodes[index + 1].point - nodes[index].point).length
            return (speed * speed + 2 * acceleration * length).squareRoot()
        }
        for index in (0..<nodes.count - 1).reversed() {
            let limits = scenario.legs[nodes[index].leg].mode.limits
            let speed = reach(index, nodes[index + 1].speed, limits.braking)
            nodes[index].speed = min(nodes[index].speed, speed)
        }
        for index in 0..<nodes.count - 1 {
            let limits = scenario.legs[nodes[index].leg].mode.limits
            let speed = reach(index, nodes[index].speed, limits.acceleration)
            nodes[index + 1].speed = min(nodes[index + 1].speed, speed)
        }
    }

    private static func seconds(
        _ nodes: [Node], _ scenario: Scenario
    ) throws(TOMLError) -> Double {
        var seconds = nodes[0].wait
        for index in nodes.indices.dropLast() {
            seconds += Stretch(nodes[index], nodes[index + 1], scenario, begin: 0).end
            guard seconds <= Scenario.longest else {
                throw scenario.legs[nodes[index].leg].tooLong
            }
        }
        return seconds
    }
}

extension Scenario.Leg {
    /// The error that the journey takes too much time with this leg.
    var tooLong: TOMLError {
        .badKey(
            location, what: "the journey takes more than \(plain(Scenario.longest / 86_400)) days",
            remedy: "use shorter ways and stops, or a higher speed")
    }
}
