import Geofencing

/// What comes over a receiver now and then, and goes again.
struct Bursts: Sendable {
    struct Model: Hashable, Sendable {
        /// How many begin in an hour of the time between them, on average.
        var perHour: Double
        /// Metres, on average.
        var size: Double
        /// How long each lasts, on average.
        var seconds: Double

        init(perHour: Double, size: Double, seconds: Double) {
            self.perHour = perHour
            self.size = size
            self.seconds = seconds
        }

        static let never = Model(perHour: 0, size: 0, seconds: 0)
    }

    /// Seconds that the one that is on still lasts; not above 0 if there is none.
    private var remaining = 0.0
    private var shift = Offset(east: 0, north: 0)

    init() {}

    var isOn: Bool { remaining > 0 }

    /// Nothing while there is none.
    var offset: Offset { isOn ? shift : Offset(east: 0, north: 0) }

    /// `seconds` later, where things are as in `model`.
    mutating func advance(by seconds: Double, _ model: Model, _ chance: inout Chance) {
        if isOn {
            remaining -= seconds
            return
        }
        let probability = 1 - DeterministicMath.exponential(-model.perHour / 3600 * seconds)
        guard model.perHour > 0, chance.happens(probability) else { return }
        remaining = chance.waiting(model.seconds)
        let (east, north) = chance.offset(model.size)
        shift = Offset(east: east, north: north)
    }

    mutating func end() { remaining = 0 }
}

/// An error that wanders: first-order Gauss-Markov, or Ornstein-Uhlenbeck, on each axis.
///
/// It is kept with a standard deviation of 1, so that it goes on where the sky changes.
struct Wander: Sendable {
    private(set) var east: Double
    private(set) var north: Double

    init(_ chance: inout Chance) {
        (east, north) = (chance.normal(), chance.normal())
    }

    /// `fade`: what is left of it, e^(-Δt/memory).
    mutating func advance(fade: Double, _ chance: inout Chance) {
        let fresh = (1 - fade * fade).squareRoot()
        east = fade * east + fresh * chance.normal()
        north = fade * north + fresh * chance.normal()
    }
}
