import Formats
package import Geofencing
import Posix

/// From one time of day to another, over midnight if it is earlier.
package struct QuietHours: Codable, Hashable, Sendable {
    /// Hours and minutes, as in `22:00`.
    package var from: String
    /// The first minute that is not quiet any more.
    package var to: String
    /// Of the tz database, as in `Europe/Amsterdam`.
    package var timeZone: String

    enum CodingKeys: String, CodingKey {
        case from, to
        case timeZone = "time_zone"
    }

    func check() throws(MessageError) {
        for (field, text) in [("quiet.from", from), ("quiet.to", to)]
        where Self.minutes(text) == nil {
            throw .invalid(
                field: field, "\(text.quoted) is no time of day: use 00:00 to 23:59, as in 22:00")
        }
        if from == to {
            throw .invalid(field: "quiet.to", "is when it begins: use another time, or no quiet")
        }
        if LocalClock(zone: timeZone) == nil {
            throw .invalid(
                field: "quiet.time_zone",
                "no time zone is called \(timeZone.quoted): use one as in Europe/Amsterdam")
        }
    }

    /// Whether it is quiet at `time`. It never is in a zone that this machine does not know.
    package func contains(_ time: Timestamp) -> Bool {
        guard let clock = LocalClock(zone: timeZone), let from = Self.minutes(from),
            let to = Self.minutes(to)
        else { return false }
        let minute = clock.moment(at: time).minute
        return from < to ? from <= minute && minute < to : from <= minute || minute < to
    }

    /// Since midnight; `nil` if `text` is not as in `22:00`.
    private static func minutes(_ text: String) -> Int? {
        let digits = Array(text.utf8).map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.count == 5, text.utf8.dropFirst(2).first == UInt8(ascii: ":"),
            [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) })
        else { return nil }
        let (hours, minutes) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
        return hours < 24 && minutes < 60 ? hours * 60 + minutes : nil
    }
}
