package import Geofencing

/// A transition with a number: it is written down, and then sent to listeners.
package struct Notice: Sendable {
    /// From 1, without gaps within one log.
    package var sequence: Int
    /// The log that numbered it.
    package var log: LogID
    /// Whose transition it is; `nil` in a replay that names none.
    package var device: DeviceID?
    package var transition: Transition
    /// Whether the position came from a receiver or a device, and not out of a recording.
    package var isLive = false
    /// When it was written down, by the system's clock; `nil` in a replay, which is the same every
    /// time.
    package var recorded: Timestamp?
    /// `false`: it is an exit that is kept as the end of a visit, and `sequence` is the number of the
    /// last notice before it.
    var isTold = true

    package init(
        sequence: Int, log: LogID, device: DeviceID? = nil, transition: Transition,
        isLive: Bool = false, recorded: Timestamp?
    ) {
        self.sequence = sequence
        self.log = log
        self.device = device
        self.transition = transition
        self.isLive = isLive
        self.recorded = recorded
    }

    /// Seconds after which a notice that was written down so much later than it happened is late.
    package static let lateness = 60.0

    /// Seconds from when it happened until it was written down; `nil` if it is not late, or of a
    /// recording.
    package var late: Double? {
        guard isLive, let recorded, recorded - transition.time > Self.lateness else { return nil }
        return recorded - transition.time
    }
}

/// Names one unbroken sequence of notices: a log that is begun anew gets another.
package struct LogID: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// The `id` of the notice with this number, as a CloudEvent. The number always has twenty digits,
    /// so that it orders as text (CloudEvents, sequence extension).
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

    /// The log of a replay.
    package static let replay = LogID("replay")

    /// A new id: eight letters and digits, drawn at random.
    package static func random() -> LogID {
        LogID(String((0..<8).map { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement()! }))
    }
}
