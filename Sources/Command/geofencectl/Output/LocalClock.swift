import Geofencing
import Glibc

/// A time in the user's time zone (`TZ`), in parts.
struct LocalClock {
    /// As in `2026-05-01`.
    let day: String
    /// As in `Friday 1 May`.
    let dayInWords: String
    let year: Int
    /// As in `14:00`.
    let minute: String
    let second: String
    let zone: Zone
    /// About the middle of the day.
    let noon: Timestamp

    /// `nil` if the C library has no such year.
    init?(_ time: Timestamp) {
        var seconds = time_t(time.milliseconds.flooredQuotient(by: 1000))
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        year = Int(parts.tm_year) + 1900
        day = "\(year)-\(parts.tm_mon + 1, digits: 2)-\(parts.tm_mday, digits: 2)"
        dayInWords =
            "\(Self.weekdays[Int(parts.tm_wday)]) \(parts.tm_mday) "
            + Self.months[Int(parts.tm_mon)]
        minute = "\(parts.tm_hour, digits: 2):\(parts.tm_min, digits: 2)"
        second = "\(parts.tm_sec, digits: 2)"
        noon = time + Double((12 - parts.tm_hour) * 3600)
        zone = Zone(
            abbreviation: parts.tm_zone.map { String(cString: $0) } ?? "UTC",
            offset: parts.tm_gmtoff)
    }

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}

extension LocalClock {
    struct Zone: Equatable {
        /// As in `CEST`; many zones have none, and show their offset instead, as in `-03`.
        let abbreviation: String
        /// Seconds east of UTC.
        let offset: Int

        static let utc = Zone(abbreviation: "UTC", offset: 0)

        /// As in `CEST (UTC+02:00)`.
        var name: String {
            let minutes = abs(offset) / 60
            let text =
                "UTC\(offset < 0 ? "-" : "+")\(minutes / 60, digits: 2):\(minutes % 60, digits: 2)"
            if self == .utc { return abbreviation }
            return abbreviation.first?.isLetter == true ? "\(abbreviation) (\(text))" : text
        }
    }
}

extension DefaultStringInterpolation {
    /// With zeros in front.
    fileprivate mutating func appendInterpolation(_ number: some BinaryInteger, digits: Int) {
        let text = String(number)
        appendLiteral(String(repeating: "0", count: max(0, digits - text.count)) + text)
    }
}
