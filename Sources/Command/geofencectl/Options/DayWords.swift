import Geofencing

/// Days, as people write them, in English and Dutch.
enum DayWords {
    /// `nil` if the words are no day. Words are in lower case.
    static func day(_ words: some BidirectionalCollection<String>) -> CommandTime.Day? {
        let words = Array(words)
        let text = words.joined(separator: " ")
        if let day = named[text] { return day }
        if text == "tonight" || text == "this evening" || text == "vanavond" { return .tonight }
        if words.count == 1 {
            if let date = CivilDate(argument: text) { return .date(date) }
            if let day = numbers(text) { return day }
        }
        return weekday(words) ?? monthDay(words)
    }

    private static let named: [String: CommandTime.Day] = [
        "today": .near(0), "vandaag": .near(0), "tomorrow": .near(1), "morgen": .near(1),
        "yesterday": .near(-1), "gisteren": .near(-1),
        "day after tomorrow": .near(2), "overmorgen": .near(2),
        "day before yesterday": .near(-2), "eergisteren": .near(-2),
    ]

    private static let turns: [String: CommandTime.Turn] = [
        "this": .any, "coming": .any, "deze": .any, "next": .next, "volgende": .next,
        "last": .last, "past": .last, "vorige": .last, "afgelopen": .last,
    ]

    private static func weekday(_ words: [String]) -> CommandTime.Day? {
        guard (1...2).contains(words.count), let name = words.last,
            let day = weekdays.firstIndex(where: { $0.contains(name) })
        else { return nil }
        if words.count == 1 { return .weekday(day, .any) }
        return turns[words[0]].map { .weekday(day, $0) }
    }

    /// From Monday.
    private static let weekdays: [Set<String>] = [
        ["monday", "mon", "maandag", "ma"], ["tuesday", "tue", "tues", "dinsdag", "di"],
        ["wednesday", "wed", "woensdag", "wo"],
        ["thursday", "thu", "thur", "thurs", "donderdag", "do"],
        ["friday", "fri", "vrijdag", "vr"], ["saturday", "sat", "zaterdag", "za"],
        ["sunday", "sun", "zondag", "zo"],
    ]

    /// `27-11-2026`, `27.11.2026`; `31/12` and `12/31/2026`, of which one can be no month.
    private static func numbers(_ text: String) -> CommandTime.Day? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count > 1 { return slashes(parts) }
        for separator in ["-", "."] {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == 3, let day = ClockWords.number(parts[0], digits: 2),
                let month = ClockWords.number(parts[1], digits: 2), parts[2].utf8.count == 4,
                let year = ClockWords.number(parts[2], digits: 4)
            else { continue }
            return CivilDate(year: year, month: month, day: day).map { .date($0) }
        }
        return nil
    }

    private static func slashes(_ parts: [Substring]) -> CommandTime.Day? {
        guard (2...3).contains(parts.count), let first = ClockWords.number(parts[0], digits: 2),
            let second = ClockWords.number(parts[1], digits: 2),
            first > 12 || second > 12 || first == second
        else { return nil }
        let (month, day) = first > 12 ? (second, first) : (first, second)
        if parts.count == 2 {
            return CivilDate(year: 2024, month: month, day: day) == nil
                ? nil : .monthDay(month: month, day: day)
        }
        guard parts[2].utf8.count == 4, let year = ClockWords.number(parts[2], digits: 4) else {
            return nil
        }
        return CivilDate(year: year, month: month, day: day).map { .date($0) }
    }

    /// `1 may`, `may 1st`, `1 may 2026`.
    private static func monthDay(_ words: [String]) -> CommandTime.Day? {
        guard (2...3).contains(words.count) else { return nil }
        let pairs = [(words[0], words[1]), (words[1], words[0])]
        for (dayWord, monthWord) in pairs {
            guard let month = months.firstIndex(where: { $0.contains(monthWord) }),
                let day = number(dayWord)
            else { continue }
            if words.count == 2 {
                // Of a leap year, so that 29 February is one.
                let isDay = CivilDate(year: 2024, month: month + 1, day: day) != nil
                return isDay ? .monthDay(month: month + 1, day: day) : nil
            }
            guard words[2].utf8.count == 4, let year = ClockWords.number(words[2][...], digits: 4)
            else { return nil }
            return CivilDate(year: year, month: month + 1, day: day).map { .date($0) }
        }
        return nil
    }

    /// `1`, `1.`, `1st`, `1e`.
    private static func number(_ word: String) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        let ending = word.dropFirst(digits.count)
        guard ["", ".", "st", "nd", "rd", "th", "e"].contains(ending) else { return nil }
        return ClockWords.number(digits, digits: 2)
    }

    private static let months: [Set<String>] = [
        ["january", "jan", "januari"], ["february", "feb", "februari"],
        ["march", "mar", "maart", "mrt"], ["april", "apr"], ["may", "mei"],
        ["june", "jun", "juni"], ["july", "jul", "juli"], ["august", "aug", "augustus"],
        ["september", "sep", "sept"], ["october", "oct", "oktober", "okt"],
        ["november", "nov"], ["december", "dec"],
    ]
}
