/// A moment in UTC, to the millisecond, without leap seconds.
///
/// Whole milliseconds rather than `Date`'s floating seconds: receivers report no finer, and then
/// ten seconds are exactly ten seconds when a rule asks for them, on every machine.
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Since 1970-01-01T00:00:00Z; negative before.
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The moment `seconds` after 1970-01-01T00:00:00Z, to the nearest millisecond that there is.
    package init(seconds: Double) {
        milliseconds = Int64(saturating: seconds * 1000)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Seconds from `right` to `left`.
    package static func - (left: Timestamp, right: Timestamp) -> Double {
        Double(left.milliseconds.saturatingMinus(right.milliseconds)) / 1000
    }

    /// `seconds` later, to the nearest millisecond that there is.
    package static func + (time: Timestamp, seconds: Double) -> Timestamp {
        Timestamp(
            milliseconds: time.milliseconds.saturatingPlus(Int64(saturating: seconds * 1000)))
    }
}

extension Timestamp {
    /// `0001-01-01T00:00:00Z` up to the end of the year 9999, what RFC 3339 can write.
    package static let range =
        Timestamp(milliseconds: -62_135_596_800_000)...Timestamp(milliseconds: 253_402_300_799_999)

    package static let millisecondsPerDay: Int64 = 86_400_000
}
