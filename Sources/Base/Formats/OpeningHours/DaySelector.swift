import Geofencing

/// The days that a rule is for: those that meet all of its conditions; every day if it has none.
struct DaySelector: Hashable, Sendable {
    var years: [ClosedRange<Int>] = []
    var dates: [DateRange] = []
    var weeks: [WeekRange] = []
    /// `nil`: any day; an empty set: no day.
    var weekdays: WeekdaySet?

    var isEmpty: Bool { self == DaySelector() }

    func contains(_ date: CivilDate) -> Bool {
        (years.isEmpty || years.contains { $0.contains(date.year) })
            && (dates.isEmpty || dates.contains { $0.contains(date) })
            && (weeks.isEmpty || weeks.contains { $0.contains(date) })
            && (weekdays?.contains(date) ?? true)
    }
}
