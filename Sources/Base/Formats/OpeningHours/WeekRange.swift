import Geofencing

/// `week 1-20`, `week 2-52/2`: weeks by ISO 8601, of every year.
struct WeekRange: Hashable, Sendable {
    /// 1…53; a range whose last week is before its first goes over the turn of the year.
    var first: Int
    var last: Int
    /// 1: every week; 2: every other week from the first on.
    var step = 1

    func contains(_ date: CivilDate) -> Bool {
        let week = date.isoWeek
        if first <= last {
            return week >= first && week <= last && (week - first) % step == 0
        }
        return week >= first || week <= last
    }
}

extension CivilDate {
    /// 1…53: the first week is the one with the first Thursday.
    fileprivate var isoWeek: Int {
        let thursday = advanced(by: 3 - weekday)
        var newYear = thursday
        newYear.month = 1
        newYear.day = 1
        return Int(thursday.daysSince1970 - newYear.daysSince1970) / 7 + 1
    }
}
