package import MQTT

extension UTCTime {
    /// The day that it is where somebody is, as `2026-05-01`. `zone`: of the tz database; `nil`, or one
    /// that is not known here: the machine's own.
    package func day(in zone: String?) -> String {
        let offset = LocalClock(zone).offset(at: self)
        let local = UTCTime(milliseconds: milliseconds + Int64(offset) * 1000)
        return String("\(local)".prefix(10))
    }
}
