import Glibc
import MQTT
import Posix

/// Times as people read them.
struct LocalClock {
    /// `nil`: the machine's own.
    private let zone: TimeZoneFile?

    /// `name`: of the tz database; `nil`, or one that is not known here: the machine's own.
    init(_ name: String?) { zone = name.flatMap { TimeZoneFile(named: $0) } }

    /// Hours and minutes, and the day if it is another than `now`: `18:05`, `2 May 18:05`.
    func time(_ time: UTCTime, seenAt now: UTCTime) -> String {
        let (then, today) = (parts(time), parts(now))
        let hour = "\(two(then.tm_hour)):\(two(then.tm_min))"
        if (then.tm_year, then.tm_yday) == (today.tm_year, today.tm_yday) { return hour }
        return "\(day(time)) \(hour)"
    }

    /// `2 May`
    func day(_ time: UTCTime) -> String {
        let then = parts(time)
        return "\(then.tm_mday) \(Self.months[Int(then.tm_mon)])"
    }

    /// Seconds east of Greenwich.
    func offset(at time: UTCTime) -> Int { parts(time).tm_gmtoff }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    private func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func parts(_ time: UTCTime) -> tm {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = tm()
        if let zone {
            let offset = zone.offset(at: Int64(seconds))
            seconds += time_t(offset)
            gmtime_r(&seconds, &parts)
            parts.tm_gmtoff = offset
        } else {
            localtime_r(&seconds, &parts)
        }
        return parts
    }
}
