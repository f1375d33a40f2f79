import Geofencing

/// `Mo-Fr`, `Sa,PH`, `Su[-1]`: days of the week, some only once or twice a month.
///
/// Holidays (`PH`, `SH`) are understood, but there is no calendar of them: they match no day, so
/// that on a holiday a place has the hours of an ordinary day.
struct WeekdaySet: Hashable, Sendable {
    /// One bit for each day of the week that is meant in every week, from Monday on.
    private var every: UInt8 = 0
    private var some: [Occurrence] = []

    /// The `number`th such day of a month; -1 is the last one.
    private struct Occurrence: Hashable, Sendable {
        var weekday: Int
        var number: Int

        func isMet(by date: CivilDate) -> Bool {
            guard date.weekday == weekday else { return false }
            if number > 0 { return (date.day - 1) / 7 + 1 == number }
            let weeksAfter = -number - 1
            return date.advanced(by: 7 * weeksAfter).month == date.month
                && date.advanced(by: 7 * (weeksAfter + 1)).month != date.month
        }
    }

    mutating func insert(_ weekday: Int) {
        every |= 1 << UInt8(weekday)
    }

    /// Both from 0, Monday; a range may go over the turn of the week.
    mutating func insert(from first: Int, through last: Int) {
        for offset in 0...((last - first + 7) % 7) { insert((first + offset) % 7) }
    }

    mutating func insert(_ weekday: Int, number: Int) {
        some.append(Occurrence(weekday: weekday, number: number))
    }

    func contains(_ date: CivilDate) -> Bool {
        every & (1 << UInt8(date.weekday)) != 0 || some.contains { $0.isMet(by: date) }
    }
}
