import FoundationEssentials
import Posix

/// Whole seconds since 1970 (UTC), by the system's clock. In JSON, `"2026-05-01T09:00:00.000Z"`; any
/// offset is understood.
package struct UnixTime: Hashable, Comparable, Sendable {
    package var seconds: Int64

    package init(seconds: Int64) { self.seconds = seconds }

    package static func < (one: Self, other: Self) -> Bool { one.seconds < other.seconds }
    package static func + (time: Self, seconds: Int64) -> Self {
        UnixTime(seconds: time.seconds.saturatingPlus(seconds))
    }
    package static func - (one: Self, other: Self) -> Int64 {
        one.seconds.saturatingMinus(other.seconds)
    }

    /// Those that RFC 3339 can write: the years 1 to 9999.
    package static let range = Self(seconds: -62_135_596_800)...Self(seconds: 253_402_300_799)

    /// `nil` if it is not a time of RFC 3339.
    package init?(_ text: String) {
        guard text.utf8.looksLikeTime else { return nil }
        let styles = [
            Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
        ]
        // Either style refuses what the other reads.
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        self.init(seconds: Int64(saturating: date.timeIntervalSince1970.rounded(.down)))
        guard Self.range.contains(self) else { return nil }
    }
}

extension UnixTime: CustomStringConvertible {
    package var description: String {
        Date(timeIntervalSince1970: Double(seconds))
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension UnixTime: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = UnixTime(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "\(text.quoted) is not a time: write it as in 2026-05-01T09:00:00Z")
        }
        self = time
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension String.UTF8View {
    /// Whether there is nothing after the time, which the styles would pass over.
    fileprivate var looksLikeTime: Bool {
        // A longer one has more than nanoseconds.
        guard count <= 40 else { return false }
        guard let letter = firstIndex(where: { $0 | 0x20 == UInt8(ascii: "z") }) else {
            return suffix(6).first.map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
                ?? false
        }
        return index(after: letter) == endIndex
    }
}
