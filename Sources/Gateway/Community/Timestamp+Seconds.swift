package import Geofencing
import SQLite

/// Times of the database, which are whole seconds.
extension Timestamp {
    /// The moment `seconds` after 1970-01-01T00:00:00Z, or the nearest that there is.
    package init(seconds: Int64) {
        self.init(milliseconds: min(max(seconds, .min / 1000), .max / 1000) * 1000)
    }

    /// Since 1970-01-01T00:00:00Z, without what is less than a second.
    package var seconds: Int64 { milliseconds.flooredQuotient(by: 1000) }

    /// Reads a time of RFC 3339, and drops what is less than a second.
    package init?(wholeSeconds text: String) {
        guard let time = Timestamp(rfc3339: text) else { return nil }
        self.init(seconds: time.seconds)
    }
}

extension Statement {
    func time(_ column: Int32) -> Timestamp { Timestamp(seconds: integer(column)) }
    func timeIfAny(_ column: Int32) -> Timestamp? {
        integerIfAny(column).map { Timestamp(seconds: $0) }
    }
}
