import Geofencing
import Glibc

/// The user's time zone (`TZ`), as it is at some time.
struct LocalZone: Equatable {
    /// As in `CEST`; many zones have none, and show their offset instead, as in `-03`.
    var abbreviation = "UTC"
    /// Seconds east of UTC.
    var offset = 0

    static let utc = LocalZone()

    /// As in `CEST (UTC+02:00)`.
    var name: String {
        let minutes = abs(offset) / 60
        let text =
            "UTC\(offset < 0 ? "-" : "+")\(minutes / 60, digits: 2):\(minutes % 60, digits: 2)"
        if self == .utc { return abbreviation }
        return abbreviation.first?.isLetter == true ? "\(abbreviation) (\(text))" : text
    }
}

extension LocalZone {
    init(at time: Timestamp) {
        var seconds = time_t(time.milliseconds.flooredQuotient(by: 1000))
        var parts = tm()
        // This never fails for the year of a Timestamp.
        guard localtime_r(&seconds, &parts) != nil else { return }
        if let name = parts.tm_zone { abbreviation = String(cString: name) }
        offset = parts.tm_gmtoff
    }
}

extension DefaultStringInterpolation {
    /// With zeros in front.
    mutating func appendInterpolation(_ number: some BinaryInteger, digits: Int) {
        let text = String(number)
        appendLiteral(String(repeating: "0", count: max(0, digits - text.count)) + text)
    }
}
