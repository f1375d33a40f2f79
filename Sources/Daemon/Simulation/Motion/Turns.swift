/// Rounds the corners of a journey to bends that the mode of travel can take.
struct Turns {
    private(set) var nodes: [Way.Node] = []

    /// Radians: a smaller turn is not rounded.
    private static let straight = 0.05
    /// Radians: the traveller stops for a larger turn.
    private static let back = 2.6
    /// Radians between two nodes of an arc, at most.
    private static let step = 0.1
    /// Metres between two nodes of an arc, at least.
    private static let shortest = 0.1
    /// Metres: nodes that are nearer to each other are one.
    private static let same = 0.001

    init(through vertices: [Corners.Vertex], _ scenario: Scenario) {
        for (index, vertex) in vertices.enumerated() {
            let leg = scenario.legs[vertex.leg]
            guard !vertex.halts, index > 0, index < vertices.count - 1 else {
                add(vertex.point, speed: 0, limit: leg.speed, wait: vertex.wait, vertex)
                continue
            }
            turn(vertices[index - 1].point, vertex, vertices[index + 1].point, leg)
        }
    }

    private mutating func turn(
        _ before: Vector, _ vertex: Corners.Vertex, _ after: Vector, _ leg: Scenario.Leg
    ) {
        let (arrival, departure) = (vertex.point - before, after - vertex.point)
        let (u, w) = (arrival.direction, departure.direction)
        let (sine, cosine) = (u.cross(w).length, u.dot(w))
        let angle = DeterministicMath.arcTangent(sine, cosine)
        guard angle < Self.back else {
            return add(vertex.point, speed: 0, limit: leg.speed, wait: 0, vertex)
        }
        let limits = leg.mode.limits
        let tangent = sine / (1 + cosine)
        let room = min(arrival.length, departure.length) / 2
        let cut = min(room, limits.turnRadius * tangent)
        let radius = tangent > 1e-9 ? min(1e9, cut / tangent) : 1e9
        let speed = (limits.sideways * radius).squareRoot()
        guard angle > Self.straight else {
            return add(vertex.point, speed: speed, limit: leg.speed, wait: 0, vertex)
        }
        let start = vertex.point - cut * u
        let inwards = 1 / sine * (w - cosine * u)
        let count = max(
            1, min(angle / Self.step, radius * angle / Self.shortest).rounded(.up))
        for number in 0...Int(count) {
            let (sine, cosine) = DeterministicMath.sineAndCosine(angle * Double(number) / count)
            let isBend = number < Int(count)
            add(
                (start + radius * sine * u + radius * (1 - cosine) * inwards).onGround,
                speed: speed, limit: isBend ? min(speed, leg.speed) : leg.speed, wait: 0, vertex,
                isBend: isBend)
        }
    }

    private mutating func add(
        _ point: Vector, speed: Double, limit: Double, wait: Double, _ vertex: Corners.Vertex,
        isBend: Bool = false
    ) {
        if let last = nodes.last, (point - last.point).length < Self.same {
            let index = nodes.count - 1
            nodes[index].speed = min(last.speed, speed)
            nodes[index].limit = limit
            nodes[index].isBend = isBend
            nodes[index].wait += wait
            nodes[index].leg = vertex.leg
            nodes[index].stopLeg = vertex.stopLeg
            return
        }
        nodes.append(
            Way.Node(
                point: point, speed: speed, limit: limit, isBend: isBend, wait: wait,
                leg: vertex.leg, stopLeg: vertex.stopLeg))
    }
}
