import Formats

/// The points that a journey passes, before its corners are rounded.
struct Corners {
    private(set) var vertices: [Vertex] = []

    struct Vertex {
        var point: Vector
        /// Seconds to stand here.
        var wait: Double
        /// It stops here, perhaps for no time.
        var halts: Bool
        /// The leg that leads on from here, and the leg that the stop here belongs to; both are
        /// indices in `Scenario.legs`.
        var leg: Int
        var stopLeg: Int
    }

    /// The least time that the journey takes, in seconds.
    private var seconds = 0.0
    /// Metres from the last point to the next red light.
    private var untilLight = 0.0

    /// Metres: a straight line of this length is at most 20 mm below the ground.
    private static let longestPiece = 1000.0
    /// Seconds that a piece takes at most, so that the speed varies on a long line.
    private static let piece = 60.0
    /// Metres: points that are nearer to each other are one.
    private static let same = 0.05
    /// Seconds at a red light.
    private static let red = 5.0...45.0
    /// The fewest metres between two lights.
    private static let block = 40.0

    init(_ scenario: Scenario, _ chance: inout Chance) throws(TOMLError) {
        for (number, leg) in scenario.legs.enumerated() {
            if leg.lights > 0 { untilLight = Self.distance(leg, &chance) }
            for point in leg.points {
                try add(Vector(point.coordinate), wait: point.stop, leg, number, &chance)
            }
            // A change of mode is a stop.
            let next = number + 1 < scenario.legs.count ? scenario.legs[number + 1] : nil
            if next?.mode != leg.mode { vertices[vertices.count - 1].halts = true }
        }
        vertices[0].halts = true
    }

    private mutating func add(
        _ point: Vector, wait: Double, _ leg: Scenario.Leg, _ number: Int,
        _ chance: inout Chance
    ) throws(TOMLError) {
        if let last = vertices.last {
            let length = (point - last.point).length
            seconds += length / leg.speed + wait
            guard seconds <= Scenario.longest else { throw leg.tooLong }
            vertices[vertices.count - 1].leg = number
            guard length > Self.same else {
                vertices[vertices.count - 1].wait += wait
                guard wait > 0 else { return }
                vertices[vertices.count - 1].halts = true
                vertices[vertices.count - 1].stopLeg = number
                return
            }
            let pieces = pieces(from: last.point, to: point, leg)
            for (start, end) in zip([last.point] + pieces, pieces) {
                addLights(from: start, to: end, leg, number, &chance)
                vertices.append(
                    Vertex(
                        point: end, wait: 0, halts: false, leg: number, stopLeg: number))
            }
        } else {
            vertices.append(
                Vertex(point: point, wait: 0, halts: true, leg: number, stopLeg: number))
        }
        vertices[vertices.count - 1].wait = wait
        vertices[vertices.count - 1].halts = wait > 0
    }

    /// The ends of the pieces into which the line from `a` to `b` is cut.
    private func pieces(from a: Vector, to b: Vector, _ leg: Scenario.Leg) -> [Vector] {
        let longest = min(Self.longestPiece, max(50, leg.speed * Self.piece))
        let count = ((b - a).length / longest).rounded(.up)
        // Steps of equal angle would be more exact: these differ by 1 % over a thousand kilometres.
        return (1...Int(max(1, count))).map {
            Double($0) == count ? b : (a + Double($0) / count * (b - a)).onGround
        }
    }

    private mutating func addLights(
        from a: Vector, to b: Vector, _ leg: Scenario.Leg, _ number: Int, _ chance: inout Chance
    ) {
        guard leg.lights > 0 else { return }
        let length = (b - a).length
        while untilLight < length {
            vertices.append(
                Vertex(
                    point: (a + untilLight / length * (b - a)).onGround,
                    wait: chance.uniform(Self.red), halts: true, leg: number, stopLeg: number))
            untilLight += Self.distance(leg, &chance)
        }
        untilLight -= length
    }

    private static func distance(_ leg: Scenario.Leg, _ chance: inout Chance) -> Double {
        block + chance.waiting(max(1, leg.lights - block))
    }
}
