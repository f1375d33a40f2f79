import Geofencing

/// `Dec 24-26`, `Nov-Mar`, `2026 Dec 31-2027 Jan 3`: days of one year, or of every year.
struct DateRange: Hashable, Sendable {
    /// The first or the last day of a range.
    struct Bound: Hashable, Sendable {
        /// `nil`: of every year.
        var year: Int?
        /// 1…12
        var month: Int
        /// 1…31, also in months that are shorter.
        var day: Int

        /// A number that orders bounds by the calendar, if all have a year or none has.
        fileprivate var order: Int { ((year ?? 0) * 16 + month) * 32 + day }
    }

    private let first: Bound
    private let last: Bound

    /// `nil` if it ends before it begins, or only its end has a year.
    ///
    /// A range without years may go over the turn of the year.
    init?(from first: Bound, through last: Bound) {
        var last = last
        if let year = first.year, last.year == nil {
            last.year = year
            if last.order < first.order { last.year = year + 1 }
        }
        guard (first.year == nil) == (last.year == nil) else { return nil }
        guard first.year == nil || first.order <= last.order else { return nil }
        self.first = first
        self.last = last
    }

    var hasYear: Bool { first.year != nil }

    func contains(_ date: CivilDate) -> Bool {
        let day = Bound(year: hasYear ? date.year : nil, month: date.month, day: date.day).order
        if first.order <= last.order { return day >= first.order && day <= last.order }
        return day >= first.order || day <= last.order
    }
}
