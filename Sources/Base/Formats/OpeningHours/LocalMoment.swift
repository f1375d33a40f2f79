package import Geofencing
import Glibc

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
    package init(hereAt time: Timestamp) {
        tzset()
        var seconds = time_t(time.milliseconds.flooredQuotient(by: 1000))
        var broken = tm()
        let isKnown = localtime_r(&seconds, &broken) != nil
        self.init(time, secondsEastOfUTC: isKnown ? broken.tm_gmtoff : 0)
    }

    package static let minutesPerDay = 1440
}

extension LocalMoment: Comparable, CustomStringConvertible {
    package static func < (left: LocalMoment, right: LocalMoment) -> Bool {
        (left.date.daysSince1970, left.minute) < (right.date.daysSince1970, right.minute)
    }

    /// As in `2026-05-01 09:30`.
    package var description: String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.year)-\(padded(date.month))-\(padded(date.day)) "
            + "\(padded(minute / 60)):\(padded(minute % 60))"
    }
}

extension CivilDate {
    /// 0…6, from Monday on.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let days = daysSince1970 + 3
        return Int(days - days.flooredQuotient(by: 7) * 7)
    }

    func advanced(by days: Int) -> CivilDate {
        CivilDate(daysSince1970: daysSince1970 + Int64(days))
    }
}
