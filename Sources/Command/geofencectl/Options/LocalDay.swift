import Formats
import Geofencing

/// Days where the user is.
extension CivilDate {
    /// Seconds since midnight, when a day by itself ends.
    static let evening = 86_340

    /// The time, `days` later, when a clock on the wall shows `second` seconds since midnight.
    func time(days: Int = 0, second: Int) -> Timestamp {
        LocalClock.here.time(advanced(by: days), second: second)
    }
}

extension Timestamp {
    /// In the user's time zone (`TZ`).
    var localDate: CivilDate { LocalMoment(hereAt: self).date }
}
