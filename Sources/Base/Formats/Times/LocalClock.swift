package import Geofencing
import Glibc
package import Posix

/// The clock on a wall.
package enum LocalClock: Sendable {
    case utc
    /// In the machine's own time zone: `TZ`, or /etc/localtime.
    case here
    case zone(TimeZoneFile)

    /// `name`: of the tz database, as `Europe/Amsterdam`; `nil` if it is not known here.
    package init?(zone name: String) {
        if name == "UTC" {
            self = .utc
        } else {
            guard let file = TimeZoneFile(named: name) else { return nil }
            self = .zone(file)
        }
    }

    /// `name`: as above; `nil`, or one that is not known here: `here`.
    package init(zoneOrHere name: String?) { self = name.flatMap { Self(zone: $0) } ?? .here }

    /// What calendar and clock show at `time`.
    package func moment(at time: Timestamp) -> LocalMoment {
        let seconds = time.milliseconds.flooredQuotient(by: 1000)
        return LocalMoment(time, secondsEastOfUTC: offset(at: seconds))
    }

    /// When it shows `second`, counted from the midnight with which `date` begins. If it shows that
    /// twice, it is the first time; if it is put forward past it, it is as much later.
    package func time(_ date: CivilDate, second: Int = 0) -> Timestamp {
        let day: Int64 = 86_400
        let local = date.daysSince1970 * day + Int64(second)
        let (before, after) = (offset(at: local - day), offset(at: local + day))
        let shown = [max(before, after), min(before, after)]
            .first { offset(at: local - Int64($0)) == $0 }
        return Timestamp(milliseconds: (local - Int64(shown ?? before)) * 1000)
    }

    /// Seconds east of Greenwich at `time`, in seconds since 1970.
    private func offset(at time: Int64) -> Int {
        switch self {
        case .utc: return 0
        case .zone(let file): return file.offset(at: time)
        case .here:
            tzset()
            var (seconds, parts) = (time_t(time), tm())
            // This never fails for the year of a Timestamp.
            return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
        }
    }
}
