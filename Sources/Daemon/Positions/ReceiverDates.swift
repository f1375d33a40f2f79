import Geofencing

/// What is known of the dates that receivers tell, before anything else is.
enum ReceiverDates {
    /// 1980-01-06, when GPS began. Times without a date count from 1970 on, and are before it.
    static let earliest = Timestamp(seconds: 315_964_800)
    /// The first week after the last overflow, 2019-04-07: a receiver says so that has not set its clock,
    /// and none of today.
    private static let unset = Timestamp(seconds: 1_554_508_800)..<Timestamp(seconds: 1_555_200_000)
    /// Two rollovers from now on: no device of today will still be there.
    private static let latest = WeekRollover.released + 2 * 1024 * 7 * 86_400
    /// 2020-01-01: where a trace begins before it, the receiver may not have set its clock. Calendars of
    /// receivers begin with weeks of GPS (1980, 1999, 2019) and with years of their makers.
    private static let settled = Timestamp(seconds: 1_577_836_800)

    /// Whether a clock may say `time`. `isOfToday`: a clock that is right, or was mended, says none
    /// from before this program.
    static func mayTell(_ time: Timestamp, isOfToday: Bool) -> Bool {
        let first = isOfToday ? WeekRollover.released : earliest
        return (first...latest).contains(time) && !unset.contains(time)
    }

    /// Whether a trace that begins at `time` may be of a receiver that had not set its clock.
    static func isDoubtful(atBeginning time: Timestamp) -> Bool { time < settled }
}
