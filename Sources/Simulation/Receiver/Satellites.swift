/// The satellites above the horizon, and which of them a receiver uses.
struct Satellites: Sendable {
    private var sky: [Body] = []
    /// How many are used is a little more or less than on average, and changes slowly.
    private var wander: Wander

    private struct Body {
        let number: Int
        /// Degrees, and degrees in a second.
        let elevation: Double
        let azimuth: Double
        let motion: Double
        /// How many are higher.
        var rank = 0
    }

    /// In view of an open sky, of GPS and GLONASS.
    private static let inView = (gps: 11, glonass: 7)
    /// Of the number that is used.
    private static let deviation = 1.0
    /// Seconds.
    private static let memory = 120.0
    private static let fewest = 4

    init(_ chance: inout Chance) {
        wander = Wander(&chance)
        sky = Self.bodies(Self.inView.gps, from: 1...32, &chance)
        sky += Self.bodies(Self.inView.glonass, from: 65...88, &chance)
        let order = sky.indices.sorted { sky[$0].elevation > sky[$1].elevation }
        for (rank, index) in order.enumerated() { sky[index].rank = rank }
    }

    private static func bodies(
        _ count: Int, from numbers: ClosedRange<Int>, _ chance: inout Chance
    ) -> [Body] {
        var left = Array(numbers)
        return (0..<count).map { _ in
            let index = Int(chance.uniform() * Double(left.count))
            // Half of the sky lies below 30°.
            let height = chance.uniform(0.1...1)
            return Body(
                number: left.remove(at: index), elevation: 90 * height * height,
                azimuth: chance.uniform(0...360), motion: chance.uniform(-0.006...0.006))
        }.sorted { $0.number < $1.number }
    }

    /// How many a receiver uses under a sky, `seconds` after the last call.
    mutating func used(_ model: ErrorModel, after seconds: Double, _ chance: inout Chance) -> Int {
        wander.advance(fade: DeterministicMath.exponential(-seconds / Self.memory), &chance)
        let count = (model.satellites + Self.deviation * wander.east).rounded()
        return max(Self.fewest, min(sky.count, Int(count)))
    }

    /// Those in view, of which the highest `count` are used; none of them is heard if that is 0.
    func view(
        using count: Int, at seconds: Double, _ chance: inout Chance
    ) -> [Epoch.Satellite] {
        sky.map { body in
            let turned = body.azimuth + body.motion * seconds
            let azimuth = Int((turned - (turned / 360).rounded(.down) * 360).rounded()) % 360
            let isUsed = body.rank < count
            let signal = (isUsed ? 30 : 18) + body.elevation / 6 + 1.5 * chance.normal()
            return Epoch.Satellite(
                number: body.number, elevation: Int(body.elevation.rounded()), azimuth: azimuth,
                signal: isUsed || count > 0 && signal > 20
                    ? max(1, min(55, Int(signal.rounded()))) : nil,
                isUsed: isUsed)
        }
    }
}
