import Geofencing

extension OpeningHoursParser {
    /// `Nov-Mar,Jul`, `Dec 24-26,31`, `2026 Dec 31-2027 Jan 3`; empty if no date comes next.
    mutating func dates() throws(OpeningHoursError) -> [DateRange] {
        guard beginsDate() else { return [] }
        var dates: [DateRange] = []
        var last: Bound?
        repeat {
            let mark = mark
            let first = try bound(after: last)
            last = take(.sign("-")) ? try bound(after: first) : first
            guard let range = Self.range(from: first, through: last ?? first),
                range.hasYear == (dates.first ?? range).hasYear
            else { throw notUnderstood(from: mark) }
            dates.append(range)
        } while take(.sign(","))
        return dates
    }

    /// A month, or a day in it.
    private struct Bound {
        var year: Int?
        var month: Int
        var day: Int?
    }

    private static func range(from first: Bound, through last: Bound) -> DateRange? {
        // `Jan-Mar 15` does not say the day that it begins on.
        guard (first.day == nil) == (last.day == nil) else { return nil }
        // `Jan 5-3` may mean February, or a typing error.
        if first.month == last.month, last.year == nil, let from = first.day, let to = last.day {
            guard from <= to else { return nil }
        }
        return DateRange(
            from: DateRange.Bound(year: first.year, month: first.month, day: first.day ?? 1),
            through: DateRange.Bound(year: last.year, month: last.month, day: last.day ?? 31))
    }

    /// A day without a month is in the month of the bound before it, if that has a day.
    private mutating func bound(after before: Bound?) throws(OpeningHoursError) -> Bound {
        var bound: Bound
        if beginsDate() {
            let year = peekYear()
            if year != nil { skip() }
            guard let month = takeWord(of: Self.months) else { throw notUnderstood }
            bound = Bound(year: year, month: month)
            guard case .number(_, let digits) = peek, digits <= 2 else { return bound }
        } else {
            guard let before, before.day != nil else { throw notUnderstood }
            bound = before
        }
        let mark = mark
        let day = try number(in: 1...31)
        // 2000 was a leap year.
        guard CivilDate(year: bound.year ?? 2000, month: bound.month, day: day) != nil else {
            throw notUnderstood(from: mark)
        }
        bound.day = day
        return bound
    }

    private func beginsDate() -> Bool {
        word(at: peekYear() == nil ? 0 : 1, of: Self.months) != nil
    }

    static let months = [
        "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6,
        "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
    ]
}
