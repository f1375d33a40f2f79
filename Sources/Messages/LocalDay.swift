import Posix
package import Ways

extension UTCTime {
    /// The day that it is where somebody is, as `2026-05-01`. `zone`: of the tz database; `nil`, or one
    /// that is not known here: UTC.
    package func day(in zone: String?) -> String {
        let seconds = milliseconds / 1000
        let offset = zone.flatMap { TimeZoneFile(named: $0) }?.offset(at: seconds) ?? 0
        let local = UTCTime(milliseconds: (seconds + Int64(offset)) * 1000)
        return String("\(local)".prefix(10))
    }
}
