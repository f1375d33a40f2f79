/// Days come in this order: years, dates, weeks, days of the week. A colon that follows means
/// nothing.
extension OpeningHoursParser {
    mutating func daySelector() throws(OpeningHoursError) -> DaySelector {
        var days = DaySelector()
        // `"summer": Mo-Fr 08:00-18:00`
        if peek == .comment, peek(1) == .sign(":") { skip(2) }
        days.years = try years()
        days.dates = try dates()
        days.weeks = try weeks()
        if !days.isEmpty { _ = take(.sign(":")) }
        days.weekdays = try weekdays()
        if days.weekdays != nil { _ = take(.sign(":")) }
        return days
    }

    // MARK: Years and weeks

    /// `2026`, `2026-2028`, `2026+`, also in a list; a year that begins a date is left for that.
    private mutating func years() throws(OpeningHoursError) -> [ClosedRange<Int>] {
        guard let first = peekYear(), word(at: 1, of: Self.months) == nil else { return [] }
        skip()
        var years = [try yearRange(from: first)]
        while peek == .sign(","), let first = peekYear(1) {
            skip(2)
            years.append(try yearRange(from: first))
        }
        return years
    }

    private mutating func yearRange(from first: Int) throws(OpeningHoursError) -> ClosedRange<Int> {
        if take(.sign("+")) { return first...Int.max }
        guard take(.sign("-")) else { return first...first }
        guard let last = peekYear(), last >= first else { throw notUnderstood }
        skip()
        return first...last
    }

    /// The year that comes next, 1900…2099: `0900-1700` is no range of years. `nil` if none does.
    func peekYear(_ offset: Int = 0) -> Int? {
        guard case .number(let year, digits: 4) = peek(offset), (1900...2099).contains(year)
        else { return nil }
        return year
    }

    /// `week 1-20,30`, `week 2-52/2`
    private mutating func weeks() throws(OpeningHoursError) -> [WeekRange] {
        guard take(.word("week")) else { return [] }
        var weeks = [try weekRange()]
        while take(.sign(",")) { weeks.append(try weekRange()) }
        return weeks
    }

    private mutating func weekRange() throws(OpeningHoursError) -> WeekRange {
        let first = try number(in: 1...53)
        guard take(.sign("-")) else { return WeekRange(first: first, last: first) }
        let last = try number(in: 1...53)
        guard first <= last, take(.sign("/")) else { return WeekRange(first: first, last: last) }
        return WeekRange(first: first, last: last, step: try number(in: 1...53))
    }

    // MARK: Days of the week

    /// `nil` if none comes next; empty for holidays alone, as no day is known to be one.
    private mutating func weekdays() throws(OpeningHoursError) -> WeekdaySet? {
        guard word(of: Self.weekdays) != nil || word(of: Self.holidays) != nil else { return nil }
        var set = WeekdaySet()
        var holidaysOnly = true
        repeat {
            if takeWord(of: Self.holidays) != nil {
                try holidayOffset()
            } else {
                try weekday(into: &set)
                holidaysOnly = false
            }
        } while take(.sign(","))
        if holidaysOnly {
            if peek == .sign(":"), word(at: 1, of: Self.weekdays) != nil { skip() }
            // `PH Mo-Fr` means the holidays that are such a day, of which none is known.
            if word(of: Self.weekdays) != nil { _ = try weekdays() }
            return WeekdaySet()
        }
        return set
    }

    private mutating func weekday(into set: inout WeekdaySet) throws(OpeningHoursError) {
        guard let first = takeWord(of: Self.weekdays) else { throw notUnderstood }
        if take(.sign("-")) {
            guard let last = word(of: Self.weekdays), last != first else { throw notUnderstood }
            skip()
            set.insert(from: first, through: last)
        } else if take(.sign("[")) {
            repeat { try occurrences(of: first, into: &set) } while take(.sign(","))
            guard take(.sign("]")) else { throw notUnderstood }
        } else {
            set.insert(first)
        }
    }

    /// `1`, `-1`, `1-3`
    private mutating func occurrences(
        of weekday: Int, into set: inout WeekdaySet
    ) throws(OpeningHoursError) {
        if take(.sign("-")) {
            set.insert(weekday, number: -(try number(in: 1...5)))
            return
        }
        let first = try number(in: 1...5)
        let last = take(.sign("-")) ? try number(in: first...5) : first
        for number in first...last { set.insert(weekday, number: number) }
    }

    /// `-1 day`, as in `PH -1 day`
    private mutating func holidayOffset() throws(OpeningHoursError) {
        guard take(.sign("-")) || take(.sign("+")) else { return }
        _ = try number(in: 1...99)
        guard takeWord(of: ["day": 1, "days": 1]) != nil else { throw notUnderstood }
    }

    private static let weekdays = [
        "mo": 0, "tu": 1, "we": 2, "th": 3, "fr": 4, "sa": 5, "su": 6,
    ]
    private static let holidays = ["ph": true, "sh": true]
}
