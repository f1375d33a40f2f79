import Geofencing
import Glibc

/// A time as the clocks of this machine's zone (`TZ`) show it.
struct LocalTime {
    /// As in `Friday 1 May 2026`.
    let day: String
    let zone: Zone

    struct Zone: Equatable {
        /// As in `CEST (UTC+02:00)`.
        var name: String
        /// Seconds east of UTC.
        var offset: Int
    }

    /// `nil` if the C library has no such year.
    init?(_ time: Timestamp) {
        var seconds = time_t(time.milliseconds.flooredQuotient(by: 1000))
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        day =
            "\(Self.weekdays[Int(parts.tm_wday)]) \(parts.tm_mday) "
            + "\(Self.months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        zone = Zone(
            parts.tm_zone.map { String(cString: $0) } ?? "UTC", offset: parts.tm_gmtoff)
    }

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}

extension LocalTime.Zone {
    static let utc = LocalTime.Zone("UTC", offset: 0)

    /// `abbreviation`: many zones have none, and show their offset instead, as in `-03`.
    fileprivate init(_ abbreviation: String, offset: Int) {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let minutes = abs(offset) / 60
        let text = "UTC\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
        let isWord = abbreviation.first?.isLetter ?? false
        name = abbreviation == "UTC" ? "UTC" : isWord ? "\(abbreviation) (\(text))" : text
        self.offset = offset
    }
}
