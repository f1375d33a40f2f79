package import FoundationEssentials
import Posix

/// A moment, in milliseconds since 1970. JSON has it as RFC 3339 in UTC, as the daemon does.
package struct UTCTime: Hashable, Comparable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        self.init(milliseconds: Int64(exactly: milliseconds) ?? 0)
    }

    /// `nil` if `text` is no time of RFC 3339.
    package init?(_ text: String) {
        let styles = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        self.init(date)
    }

    package static func < (one: UTCTime, other: UTCTime) -> Bool {
        one.milliseconds < other.milliseconds
    }

    /// The seconds from `earlier` to `later`.
    package static func - (later: UTCTime, earlier: UTCTime) -> Double {
        (Double(later.milliseconds) - Double(earlier.milliseconds)) / 1000
    }

    package static func + (time: UTCTime, seconds: Double) -> UTCTime {
        UTCTime(milliseconds: time.milliseconds.saturatingPlus(Int64(saturating: seconds * 1000)))
    }
}

extension UTCTime: CustomStringConvertible {
    package var description: String {
        // What is less than a millisecond is cut off, and a Date is often a little less than it was given.
        Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension UTCTime: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let time = UTCTime(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "no time")
        }
        self = time
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }
}
