import Posix

/// How fast a trace is replayed.
package enum Speed: Hashable, Sendable, CustomStringConvertible {
    /// 1 is as it was recorded; always from 0.001 to 1,000,000.
    case factor(Double)
    /// Without waiting.
    case max

    static let maxName = "max"
    /// With a smaller factor, nobody would wait for the end; with a larger one, there is no wait.
    private static let slowest = 0.001
    private static let fastest = 1_000_000.0
    static let limits = "a factor from \(slowest) to \(plain(fastest))"

    /// Reads a factor, or `max`, as on the command line.
    package init(_ argument: String) throws(SpeedError) {
        if argument == Self.maxName {
            self = .max
        } else if let factor = Double(argument), let speed = Speed(factor: factor) {
            self = speed
        } else {
            throw .notASpeed(argument)
        }
    }

    /// `nil` if the factor is not within the limits.
    init?(factor: Double) {
        guard (Self.slowest...Self.fastest).contains(factor) else { return nil }
        self = .factor(factor)
    }

    /// As `init(_:)` takes it.
    package var description: String {
        switch self {
        case .factor(let factor): plain(factor)
        case .max: Self.maxName
        }
    }
}

/// Why a `--speed` cannot be used.
package enum SpeedError: Error, Equatable, CustomStringConvertible {
    case notASpeed(String)

    package var description: String {
        switch self {
        case .notASpeed(let argument):
            "'\(argument)' is not a speed: use \(Speed.limits), or \(Speed.maxName)"
        }
    }
}
