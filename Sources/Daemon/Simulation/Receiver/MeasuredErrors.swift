/// What real receivers were measured to do wrong under a sky: scenarios with `version = 2` have it.
/// This is the only table of it; docs/simulation.md shows it with the sources. In metres and
/// seconds, and for each axis (east, north) unless another thing is said.
struct MeasuredErrors: Hashable, Sendable {
    /// Standard deviation of the part that wanders, a first-order Gauss-Markov process.
    var wander: Double
    /// Standard deviation of what is new at each epoch.
    var white: Double
    /// Excursions that begin in an hour without one, on average.
    var excursions: Double
    /// Times without a fix; their `size` has no meaning.
    var outages: Bursts.Model
    /// The average number of satellites that are used.
    var satellites: Double
    /// HDOP with twelve satellites.
    var geometry: Double

    /// Standard deviation of wandering and white noise together.
    var deviation: Double { (wander * wander + white * white).squareRoot() }
}

extension Sky {
    var measuredErrors: MeasuredErrors {
        switch self {
        case .open:
            MeasuredErrors(
                wander: 1.6, white: 0.16, excursions: 0.2, outages: .never, satellites: 16,
                geometry: 1.05)
        case .suburban, .tunnel:
            // Of a tunnel, these are the errors of the first second outside.
            MeasuredErrors(
                wander: 2.2, white: 0.22, excursions: 2,
                outages: Bursts.Model(perHour: 0.5, size: 0, seconds: 3), satellites: 12,
                geometry: 1.0)
        case .canyon:
            MeasuredErrors(
                wander: 3, white: 0.3, excursions: 11,
                outages: Bursts.Model(perHour: 4, size: 0, seconds: 8), satellites: 8,
                geometry: 1.3)
        case .indoor:
            MeasuredErrors(
                wander: 9, white: 0.9, excursions: 12,
                outages: Bursts.Model(perHour: 30, size: 0, seconds: 25), satellites: 5,
                geometry: 1.4)
        }
    }
}

extension TravelMode {
    /// Seconds after which 1/e of the wandering error remains, on the move.
    var memory: Double {
        switch self {
        case .walk, .bike, .parked: 45
        case .car, .motorway, .train, .boat: 20
        case .tram, .metro: 25
        }
    }
}

extension ReceiverKind {
    /// What the table's errors, its number of excursions and the velocity's noise are multiplied by:
    /// the walk of a phone is 1.
    var measured: (errors: Double, excursions: Double, velocity: Double) {
        switch self {
        case .ublox6, .hold: (1.3, 1, 1)
        case .ubloxF9: (0.25, 0.1, 0.3)
        case .phone, .module, .precise: (1, 1, 1)
        }
    }
}

/// How errors last, and what receivers say of themselves.
enum Measured {
    /// Seconds after which 1/e of the wandering error remains while somebody stands.
    static let memoryStanding = 60.0...240.0
    /// Below so many metres per second somebody stands.
    static let standing = 0.05
    /// Standard deviation of each axis of the velocity, in metres per second; what is added for each
    /// metre of the position's error; and the seconds after which 1/e of it remains.
    static let velocity = (noise: 0.25, perMetre: 0.02, memory: 4.0)
    /// The share of what the position's error changes by that the velocity has too: its white noise
    /// is not followed, so that it is less within a second.
    static let follow = 0.45
    /// Metres per second by which a walk is reported too slow.
    static let slowWalk = 0.2
    /// How far a stated accuracy wanders by itself, as the standard deviation of its logarithm, and
    /// the seconds after which 1/e of that remains: it hardly knows the error.
    static let doubt = (deviation: 0.25, memory: 300.0)
    /// Metres that the first fix after a cold start is off on average, and the seconds after which 1/e of
    /// that remains: one was 53 m off, and 2 m half a minute later. After an outage, the first fixes were
    /// as good as others.
    static let coldStart = (metres: 40.0, settling: 12.0)
    /// The share of excursions in which the stated accuracy grows, and by what it is multiplied.
    static let noticed = (share: 0.06, factor: 1.5)
    /// HDOP of a phone, whatever it sees.
    static let phoneHDOP = 0.6
    /// Of reported speeds below so many metres per second, the share without a course.
    static let blankCourse: [(below: Double, share: Double)] = [
        (below: 0.5, share: 0.93), (0.8, 0.56), (1.1, 0.21),
    ]
    /// Metres per second that a u-blox reports while it stands.
    static let creeping = 0.02...0.6
    /// Metres from where a held position is let go.
    static let release = 10.0...55.0
    /// Metres per second below which a position is held, and from which on it is let go: twice as much,
    /// as u-blox's description of its receivers says.
    static let hold = (begin: 0.5, end: 1.0)
}
