import Geofencing
import Glibc

/// Days where the user is.
enum LocalDay {
    /// Seconds since midnight, when a day by itself ends.
    static let evening = 86_340

    static func of(_ time: Timestamp) -> CivilDate {
        var seconds = time_t(time.milliseconds.flooredQuotient(by: 1000))
        var parts = tm()
        // This never fails for a time that can be written.
        guard localtime_r(&seconds, &parts) != nil else { return CivilDate(daysSince1970: 0) }
        return CivilDate(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1,
            day: Int(parts.tm_mday)) ?? CivilDate(daysSince1970: 0)
    }
}

extension CivilDate {
    /// 0 is Monday.
    func weekday(after days: Int) -> Int {
        // 1970-01-01 was a Thursday.
        let number = Int64(daysSince1970) + Int64(days) + 3
        return Int(number - number.flooredQuotient(by: 7) * 7)
    }

    /// The time, `days` later, when a clock on the wall shows `second` seconds since midnight. If
    /// the clock is put forward past that time, it is as much later; if the clock shows it twice,
    /// it is the first time.
    func time(days: Int = 0, second: Int) -> Timestamp {
        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day + days)
        parts.tm_hour = Int32(second / 3600)
        parts.tm_min = Int32(second % 3600 / 60)
        parts.tm_sec = Int32(second % 60)
        let seconds = parts.inSummerTime ?? parts.inAnyTime
        return Timestamp(milliseconds: Int64(seconds) * 1000)
    }
}

extension tm {
    fileprivate var inAnyTime: time_t {
        var parts = self
        parts.tm_isdst = -1
        return mktime(&parts)
    }

    /// `nil` if the clock does not show summer time then.
    fileprivate var inSummerTime: time_t? {
        var parts = self
        parts.tm_isdst = 1
        var seconds = mktime(&parts)
        var shown = tm()
        guard localtime_r(&seconds, &shown) != nil, shown.tm_isdst == 1,
            shown.tm_hour == tm_hour, shown.tm_min == tm_min
        else { return nil }
        return seconds
    }
}
