/// Random numbers that are the same for the same seed, on every machine.
///
/// G. L. Steele, D. Lea, C. H. Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
struct Chance {
    private var state: UInt64
    private var spare: Double?

    /// What random numbers are for. Each purpose has a sequence of its own, so that more numbers of
    /// one change none of another.
    enum Purpose: UInt64 {
        case travel = 1, error, satellites, delivery
    }

    init(seed: UInt64, for purpose: Purpose) {
        state = seed
        // Neighbouring seeds must not give neighbouring sequences.
        state = next() ^ (purpose.rawValue &* 0xD1B5_4A32_D192_ED03)
        state = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// From 0 to just below 1, all equally likely.
    mutating func uniform() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
    }

    mutating func happens(_ probability: Double) -> Bool {
        uniform() < probability
    }

    /// Normally distributed about 0 with standard deviation 1: G. Marsaglia's polar method.
    mutating func normal() -> Double {
        if let spare {
            self.spare = nil
            return spare
        }
        while true {
            let (x, y) = (2 * uniform() - 1, 2 * uniform() - 1)
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            let factor = (-2 * DeterministicMath.logarithm(square) / square).squareRoot()
            spare = y * factor
            return x * factor
        }
    }

    /// Seconds until something happens that happens once in `mean` seconds on average.
    mutating func waiting(_ mean: Double) -> Double {
        -mean * DeterministicMath.logarithm(1 - uniform())
    }

    /// Metres in any direction. The length is that of a two-dimensional normal error, `mean` on
    /// average (a Rayleigh distribution).
    mutating func offset(_ mean: Double) -> (east: Double, north: Double) {
        // The mean of a Rayleigh distribution is √(π/2) standard deviations of an axis.
        let deviation = mean / 1.253_314_137_315_500_1
        return (deviation * normal(), deviation * normal())
    }
}
