/// What a receiver can see of the sky.
package enum Sky: String, CaseIterable, Sendable {
    case open, suburban, canyon, indoor, tunnel
}

/// How a receiver errs under a sky: the only table of it, as docs/simulation.md shows it with the
/// sources. Metres, seconds, and for each axis (east, north) where not said otherwise.
struct ErrorModel: Hashable, Sendable {
    /// Standard deviation of the part that wanders: a first-order Gauss-Markov process …
    var wander: Double
    /// … and the seconds after which it has forgotten all but 1/e of itself.
    var memory: Double
    /// Standard deviation of what is new at each epoch.
    var white: Double
    /// Standard deviation of the speed, in metres per second.
    var speed: Double
    /// Reflections of a few satellites: far away for a few seconds.
    var jumps: Bursts.Model
    /// Reflections that last: beside the street for minutes.
    var biases: Bursts.Model
    /// Without a fix; how far does not matter.
    var outages: Bursts.Model
    /// Satellites that are used, on average.
    var satellites: Double
    /// HDOP if twelve were used: worse where they all stand in one part of the sky.
    var geometry: Double

    /// Standard deviation of wander and white noise together.
    var deviation: Double { (wander * wander + white * white).squareRoot() }
    /// On average.
    var hdop: Double { geometry * Self.fullView / satellites }

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
            // Nothing is seen; the rest is what the first second outside is like.
            ErrorModel(
                wander: 3.3, memory: 60, white: 1.0, speed: 0.1,
                jumps: .never, biases: .never, outages: .never, satellites: 12, geometry: 1.0)
        }
    }
}

/// How a receiver finds its first fix, and how wrong that is.
enum FirstFix {
    /// Seconds from switching on without any knowledge.
    static let cold = 26.0...38.0
    /// Seconds from the end of a tunnel: the almanac and the time are still known.
    static let hot = 1.0...6.0
    /// So long without a fix, in seconds, makes the next one wild.
    static let longOutage = 10.0
    /// Metres, on average, that the first one is off …
    static let wildness = 50.0
    /// … and the seconds in which all but 1/e of it goes.
    static let settling = 6.0
}

/// The hardware, as a factor on the errors of the table.
package enum ReceiverKind: String, CaseIterable, Sendable {
    case module, phone, precise

    var factor: Double {
        switch self {
        case .module: 1
        case .phone: 1.5
        case .precise: 0.25
        }
    }
}

/// What a receiver says about its own accuracy.
package enum StatedAccuracy: String, CaseIterable, Sendable {
    /// 68 % of fixes are within it, and it knows when it has jumped.
    case honest
    /// Half of that, and it knows nothing of jumps.
    case optimistic
    /// Nothing but HDOP.
    case none

    /// Of a two-dimensional normal error, the radius that holds 68 % for a standard deviation of 1
    /// on each axis: √(-2 ln 0.32).
    static let radiusOf68Percent = 1.509_592_180_9
    static let optimism = 0.5
}
