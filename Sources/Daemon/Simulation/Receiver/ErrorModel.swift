/// What a receiver can see of the sky.
package enum Sky: String, CaseIterable, Sendable {
    case open, suburban, canyon, indoor, tunnel
}

/// The errors of a receiver under a sky. This is the only table of them; docs/simulation.md shows
/// it with the sources. In metres and seconds, and for each axis (east, north) unless another thing
/// is said.
struct ErrorModel: Hashable, Sendable {
    /// Standard deviation of the part that wanders, a first-order Gauss-Markov process.
    var wander: Double
    /// Seconds after which 1/e of the wandering error remains.
    var memory: Double
    /// Standard deviation of what is new at each epoch.
    var white: Double
    /// Standard deviation of the speed, in metres per second.
    var speed: Double
    /// Reflections of a few satellites: fixes are far away for a few seconds.
    var jumps: Bursts.Model
    /// Reflections that last: fixes are beside the street for minutes.
    var biases: Bursts.Model
    /// Times without a fix; their `size` has no meaning.
    var outages: Bursts.Model
    /// The average number of satellites that are used.
    var satellites: Double
    /// HDOP with twelve satellites: it is larger if all are in one part of the sky.
    var geometry: Double

    /// Standard deviation of wandering and white noise together.
    var deviation: Double { (wander * wander + white * white).squareRoot() }
    /// The average HDOP.
    var hdop: Double { geometry * Self.fullView / satellites }

    /// Satellites with which HDOP is `geometry`.
    static let fullView = 12.0
}

extension Sky {
    var errors: ErrorModel {
        switch self {
        case .open:
            ErrorModel(
                wander: 2.0, memory: 180, white: 0.6, speed: 0.05,
                jumps: .never, biases: .never, outages: .never, satellites: 16, geometry: 1.05)
        case .suburban:
            ErrorModel(
                wander: 3.3, memory: 60, white: 1.0, speed: 0.1,
                jumps: Bursts.Model(perHour: 1, size: 25, seconds: 8),
                biases: Bursts.Model(perHour: 2, size: 6, seconds: 60),
                outages: Bursts.Model(perHour: 0.5, size: 0, seconds: 3),
                satellites: 12, geometry: 1.0)
        case .canyon:
            ErrorModel(
                wander: 6.0, memory: 40, white: 2.0, speed: 0.3,
                jumps: Bursts.Model(perHour: 6, size: 60, seconds: 12),
                biases: Bursts.Model(perHour: 8, size: 15, seconds: 90),
                outages: Bursts.Model(perHour: 4, size: 0, seconds: 8),
                satellites: 8, geometry: 1.3)
        case .indoor:
            ErrorModel(
                wander: 12, memory: 60, white: 4, speed: 0.4,
                jumps: Bursts.Model(perHour: 10, size: 60, seconds: 15),
                biases: Bursts.Model(perHour: 6, size: 25, seconds: 120),
                outages: Bursts.Model(perHour: 30, size: 0, seconds: 25),
                satellites: 5, geometry: 1.4)
        case .tunnel:
            // There is no fix in a tunnel: these are the errors of the first second outside.
            ErrorModel(
                wander: 3.3, memory: 60, white: 1.0, speed: 0.1,
                jumps: .never, biases: .never, outages: .never, satellites: 12, geometry: 1.0)
        }
    }
}

/// When a receiver has its first fix, and how wrong that is.
enum FirstFix {
    /// Seconds from switching on, if nothing is known.
    static let cold = 26.0...38.0
    /// Seconds from the end of a tunnel, as almanac and time are still known.
    static let hot = 1.0...6.0
    /// Seconds without a fix, after which the next fixes are far off.
    static let longOutage = 10.0
    /// Metres that the first of them is off, on average.
    static let wildness = 50.0
    /// Seconds after which 1/e of that remains.
    static let settling = 6.0
}

/// The hardware.
package enum ReceiverKind: String, CaseIterable, Sendable {
    case module, phone, precise
    case ublox6 = "ublox-6"
    case ubloxF9 = "ublox-f9"
    /// One that holds its position while it believes that it stands.
    case hold

    /// Those of the worst case, and those that were measured.
    static let assumed: [ReceiverKind] = [.module, .phone, .precise]
    static let measured: [ReceiverKind] = [.phone, .ublox6, .ubloxF9, .hold]

    /// What the errors of the worst case are multiplied by.
    var factor: Double {
        switch self {
        case .phone: 1.5
        case .precise: 0.25
        default: 1
        }
    }
}

/// What a receiver says about its own accuracy.
package enum StatedAccuracy: String, CaseIterable, Sendable {
    /// 68 % of fixes are within it, and it knows when it has jumped.
    case honest
    /// It states half of that, and does not know when it has jumped.
    case optimistic
    /// It states HDOP alone.
    case none

    /// The radius that holds 68 % of a two-dimensional normal error whose standard deviation is 1
    /// on each axis: √(-2 ln 0.32).
    static let radiusOf68Percent = 1.509_592_180_9
    static let optimism = 0.5
}
