package import Geofencing

/// A transition that is told: numbered, written down, then sent.
package struct Notice: Sendable {
    /// From 1, without gaps within one log.
    package var sequence: Int
    /// The log that numbered it.
    package var log: LogID
    package var transition: Transition
    /// When it was written down, by the system's clock; `nil` in a replay, which must come out
    /// the same every time.
    package var recorded: Timestamp?

    package init(sequence: Int, log: LogID, transition: Transition, recorded: Timestamp?) {
        self.sequence = sequence
        self.log = log
        self.transition = transition
        self.recorded = recorded
    }
}

/// Names one unbroken sequence of notices: a log that is begun anew gets another.
package struct LogID: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// How CloudEvents calls the notice with that number in this log. The number orders as text:
    /// twenty digits always (CloudEvents, sequence extension).
    package func eventID(_ sequence: Int) -> String { "\(self)-\(Self.padded(sequence))" }

    static func padded(_ number: Int) -> String {
        var left = number
        return String(unsafeUninitializedCapacity: 20) { digits in
            for i in digits.indices.reversed() {
                digits[i] = UInt8(ascii: "0") + UInt8(left % 10)
                left /= 10
            }
            return 20
        }
    }

    /// What a replay numbers its notices in.
    package static let replay = LogID("replay")

    /// One that nobody has had before: eight letters and digits, drawn at random.
    package static func random() -> LogID {
        LogID(String((0..<8).map { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement()! }))
    }
}
