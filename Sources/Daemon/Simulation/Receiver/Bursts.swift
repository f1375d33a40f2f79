import Geofencing

/// Errors that a receiver has now and then, for a time.
struct Bursts: Sendable {
    struct Model: Hashable, Sendable {
        /// How many begin in an hour without one, on average.
        var perHour: Double
        /// The average, in metres.
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

    /// Seconds until the present one ends; 0 or less if there is none.
    private var remaining = 0.0
    private var shift = Offset(east: 0, north: 0)

    init() {}

    var isOn: Bool { remaining > 0 }

    /// Zero while there is none.
    var offset: Offset { isOn ? shift : Offset(east: 0, north: 0) }

    /// Goes on by `seconds`, under a sky with this model.
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

    /// Ends the present one.
    mutating func end() { remaining = 0 }
}

/// An error that wanders: a first-order Gauss-Markov (Ornstein-Uhlenbeck) process on each axis.
///
/// Its standard deviation is 1, so that it goes on when the sky changes.
struct Wander: Sendable {
    private(set) var east: Double
    private(set) var north: Double

    init(_ chance: inout Chance) {
        (east, north) = (chance.normal(), chance.normal())
    }

    /// `fade`: the share of it that remains, e^(-Δt/memory).
    mutating func advance(fade: Double, _ chance: inout Chance) {
        let fresh = (1 - fade * fade).squareRoot()
        east = fade * east + fresh * chance.normal()
        north = fade * north + fresh * chance.normal()
    }
}
