import Geofencing

/// An error that creeps away from the truth, and comes back: reflections that last. In 23 hours of
/// walks between buildings and of stays, 84 were 20 m and more from the truth.
struct Excursion: Sendable {
    /// Metres from which on it was counted as one.
    static let far = 20.0
    /// Metres beyond `far` at its peak: the median, the standard deviation of the logarithm, the most.
    /// With the wandering error, half of the peaks are beyond 28 m, a tenth beyond 56 m, and none is beyond
    /// 135 m.
    private static let excess = (median: 6.0, deviation: 1.3, most: 112.0)
    /// Seconds beyond `far`: half of them more than 37 s, a tenth more than 143 s.
    private static let above = (median: 37.0, deviation: 1.055, most: 711.0)
    /// Seconds from 8 m to `far`: 11 % at most 2 s, half more than 18 s, a tenth more than 62 s.
    private static let onset = (sudden: 0.22, within: 1.5, median: 21.0, deviation: 0.88)
    private static let onsetBegin = 8.0
    /// Metres per second that it moves at most at its peak.
    private static let fastest = 15.0
    /// How far a long one is a large one: the correlation of both.
    private static let likeness = 0.6

    private var age = 0.0
    /// Metres per second up to `far`, and down from it.
    private var slope = 0.0
    private var peak = 0.0
    /// Seconds beyond `far`; 0: there is none.
    private var length = 0.0
    private var direction = Offset(east: 0, north: 0)
    /// Whether the receiver notices it.
    private(set) var isNoticed = false

    var isOn: Bool { length > 0 }

    /// Zero while there is none.
    var offset: Offset {
        let metres = metres
        return Offset(east: metres * direction.east, north: metres * direction.north)
    }

    private var metres: Double {
        guard isOn else { return 0 }
        let climb = Self.far / slope
        switch age {
        case ..<climb: return slope * age
        case ..<(climb + length):
            let (sine, _) = DeterministicMath.sineAndCosine(.pi * (age - climb) / length)
            return Self.far + peak * sine
        default: return max(0, Self.far - slope * (age - climb - length))
        }
    }

    /// Goes on by `seconds`. `perHour`: how many begin in an hour without one.
    mutating func advance(by seconds: Double, perHour: Double, _ chance: inout Chance) {
        if isOn {
            age += seconds
            if age > 2 * Self.far / slope + length { self = Excursion() }
            return
        }
        let probability = 1 - DeterministicMath.exponential(-perHour / 3600 * seconds)
        guard perHour > 0, chance.happens(probability) else { return }
        begin(&chance)
    }

    private mutating func begin(_ chance: inout Chance) {
        let size = chance.normal()
        let alike =
            Self.likeness * size
            + (1 - Self.likeness * Self.likeness).squareRoot() * chance.normal()
        peak = min(
            Self.excess.median * DeterministicMath.exponential(Self.excess.deviation * size),
            Self.excess.most)
        length = min(
            Self.above.median * DeterministicMath.exponential(Self.above.deviation * alike),
            Self.above.most)
        length = max(length, peak * .pi / Self.fastest)
        let onset =
            chance.happens(Self.onset.sudden)
            ? chance.uniform(0.2...Self.onset.within)
            : Self.onset.median
                * DeterministicMath.exponential(Self.onset.deviation * chance.normal())
        slope = (Self.far - Self.onsetBegin) / onset
        let (north, east) = DeterministicMath.sineAndCosine(2 * .pi * chance.uniform())
        (direction, age) = (Offset(east: east, north: north), 0)
        isNoticed = chance.happens(Measured.noticed.share)
    }
}
