package import Geofencing

/// What calendar and clock show at a place, to the minute.
package struct LocalMoment: Hashable, Sendable {
    package var date: CivilDate
    /// Minutes since midnight: 0…1439.
    package var minute: Int

    /// `nil` if the minute is not within a day.
    package init?(_ date: CivilDate, minute: Int) {
        guard (0..<Self.minutesPerDay).contains(minute) else { return nil }
        self.date = date
        self.minute = minute
    }

    /// What the clock shows at `time` where it is `offset` seconds ahead of UTC.
    package init(_ time: Timestamp, secondsEastOfUTC offset: Int) {
        let minutes =
            time.milliseconds.flooredQuotient(by: 1000).advanced(by: offset)
            .flooredQuotient(by: 60)
        let days = minutes.flooredQuotient(by: Int64(Self.minutesPerDay))
        date = CivilDate(daysSince1970: days)
        minute = Int(minutes - days * Int64(Self.minutesPerDay))
    }

    /// What the clock shows at `time` in the machine's own time zone (`TZ`, or /etc/localtime).
    package init(hereAt time: Timestamp) { self = LocalClock.here.moment(at: time) }

    package static let minutesPerDay = 1440
}

extension LocalMoment: Comparable, CustomStringConvertible {
    package static func < (left: LocalMoment, right: LocalMoment) -> Bool {
        (left.date.daysSince1970, left.minute) < (right.date.daysSince1970, right.minute)
    }

    /// As in `2026-05-01 09:30`.
    package var description: String { "\(date) \(clock)" }

    /// As in `09:30`.
    package var clock: String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

extension CivilDate {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// As in `1 May`.
    package var dayAndMonth: String { "\(day) \(Self.months[month - 1])" }
}
