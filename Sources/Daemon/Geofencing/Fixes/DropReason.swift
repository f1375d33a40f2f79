/// Why a report is not used.
package enum DropReason: Int, CaseIterable, Sendable {
    /// The receiver has no fix.
    case noPosition
    /// Not a point on Earth: not finite, or beyond ±90° or ±180°.
    case outOfRange
    /// Exactly 0, 0, where broken receivers are.
    case nullIsland
    /// Worse than the limit, or so bad that the receiver does not put a figure on it.
    case coarse
    case unknownAccuracy
    /// The time is not later than the last accepted fix's.
    case notLater
    /// A point without a time in a trace that has times, or of a receiver that tells none.
    case noTime
    /// Further than the device can have come.
    case jump
    /// Of a device: further ahead of this computer's clock than any clock need be.
    case future

    /// As summaries and `geofencectl fixes` call it.
    package var name: String {
        switch self {
        case .noPosition: "no_position"
        case .outOfRange: "out_of_range"
        case .nullIsland: "null_island"
        case .coarse: "accuracy"
        case .unknownAccuracy: "unknown_accuracy"
        case .notLater: "not_later"
        case .noTime: "no_time"
        case .jump: "jump"
        case .future: "future"
        }
    }
}
