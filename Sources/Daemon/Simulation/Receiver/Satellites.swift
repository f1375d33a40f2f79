/// The satellites above the horizon, and which of them a receiver uses.
struct Satellites: Sendable {
    private var sky: [Body] = []
    /// How many more or fewer are used than on average, which changes slowly.
    private var wander: Wander

    private struct Body {
        let number: Int
        /// Degrees; `motion` in degrees a second.
        let elevation: Double
        let azimuth: Double
        let motion: Double
        /// How many other satellites are higher.
        var rank = 0
    }

    /// Satellites in view under an open sky.
    private static let inView = (gps: 11, glonass: 7)
    /// Standard deviation of the number that is used.
    private static let deviation = 1.0
    /// Seconds after which 1/e of its wandering remains.
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

    /// How many satellites a receiver uses, `seconds` after the last call.
    mutating func used(_ average: Double, after seconds: Double, _ chance: inout Chance) -> Int {
        wander.advance(fade: DeterministicMath.exponential(-seconds / Self.memory), &chance)
        let count = (average + Self.deviation * wander.east).rounded()
        return max(Self.fewest, min(sky.count, Int(count)))
    }

    /// The satellites in view. The highest `count` are used; if that is 0, none has a signal.
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
