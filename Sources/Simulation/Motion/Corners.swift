import TOML

/// The points that a journey leads through, before its corners are rounded.
struct Corners {
    private(set) var vertices: [Vertex] = []

    struct Vertex {
        var point: Vector
        /// Seconds to stand here.
        var wait: Double
        /// It comes to a stand here, if only for a moment.
        var halts: Bool
        /// Which leg the way to the next is of, and which the stop here.
        var leg: Int
        var stopLeg: Int
    }

    /// Seconds that all of it takes at least.
    private var seconds = 0.0
    /// Metres from the last point to the next red light.
    private var untilLight = 0.0

    /// Metres of a straight line that is taken for flat: the Earth bends away by 20 mm.
    private static let longestPiece = 1000.0
    /// A piece is so many seconds at most, so that the speed has a chance to vary.
    private static let piece = 60.0
    /// Metres nearer than which two points are one.
    private static let same = 0.05
    /// Seconds at a red light.
    private static let red = 5.0...45.0
    /// Metres between two lights, at least.
    private static let block = 40.0

    init(_ scenario: Scenario, _ chance: inout Chance) throws(TOMLError) {
        for (number, leg) in scenario.legs.enumerated() {
            if leg.lights > 0 { untilLight = Self.distance(leg, &chance) }
            for point in leg.points {
                try add(Vector(point.coordinate), wait: point.stop, leg, number, &chance)
            }
            // Where the mode changes, one gets off and on.
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

    /// The ends of the pieces that the line is cut into.
    private func pieces(from a: Vector, to b: Vector, _ leg: Scenario.Leg) -> [Vector] {
        let longest = min(Self.longestPiece, max(50, leg.speed * Self.piece))
        let count = ((b - a).length / longest).rounded(.up)
        // Steps of equal angle would be better over a thousand kilometres; these differ by 1 %.
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
