import Geofencing
import Posix

/// Reads what people write for a time.
enum CommandTimeReader {
    /// Throws for a text that is no time, or may be two.
    static func meaning(of text: String) throws(CommandTimeError) -> CommandTime.Meaning {
        guard text.utf8.count <= 100 else { throw .unknown }
        let text = text.lowercased().trimmed
        if let meaning = fromNow(text) ?? date(text) { return meaning }
        let words = text.split { $0 == " " || $0 == "," }.map { String($0) }
            .filter { !fillers.contains($0) }
        if words.count == 1 { try refuseTwoMeanings(words[0]) }
        if words.count == 2, words[1] == "h" { try refuseTwoMeanings(words.joined()) }
        if let meaning = dayAndClock(words) { return meaning }
        guard let seconds = duration(text[...]) else { throw .unknown }
        return .length(seconds)
    }

    private static let fillers: Set = ["at", "on", "the", "of", "om", "op"]

    private static func refuseTwoMeanings(_ word: String) throws(CommandTimeError) {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        if let hour = Int(digits), hour <= 12, word.dropFirst(digits.count) == "h" {
            throw .lengthOrClock(hour)
        }
        if digits.count == 4, digits.count == word.count { throw .yearOrClock(word) }
        if word.contains("/"), DayWords.day([word]) == nil { throw .dayOrMonth }
    }

    // MARK: From now, and dates in numbers

    private static func fromNow(_ text: String) -> CommandTime.Meaning? {
        if text == "now" || text == "nu" { return .later(0) }
        if text.hasPrefix("+") { return duration(text.dropFirst()).map { .later($0) } }
        if text.hasPrefix("-") { return duration(text.dropFirst()).map { .later(-$0) } }
        if text.hasSuffix(" ago") { return duration(text.dropLast(4)).map { .later(-$0) } }
        if text.hasPrefix("in ") { return duration(text.dropFirst(3)).map { .later($0) } }
        return nil
    }

    private static func date(_ text: String) -> CommandTime.Meaning? {
        guard let date = CivilDate(argument: String(text.prefix(10))) else { return nil }
        let rest = text.dropFirst(10)
        if rest.isEmpty { return .day(.date(date), second: nil) }
        guard let first = rest.first, first == " " || first == "t" else { return nil }
        if let second = ClockWords.second(rest.dropFirst().split(separator: " ")) {
            return .day(.date(date), second: second)
        }
        return Timestamp(iso8601: text).map { .moment($0) }
    }

    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "second": 1, "seconds": 1,
        "m": 60, "min": 60, "minute": 60, "minutes": 60,
        "h": 3600, "hour": 3600, "hours": 3600, "d": 86_400, "day": 86_400, "days": 86_400,
        "w": 604_800, "week": 604_800, "weeks": 604_800,
    ]

    /// Seconds of `2h`, `1h30m`, `2 hours` or `an hour`.
    private static func duration(_ text: Substring) -> Double? {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        let isOne = words.count == 2 && ["a", "an", "one"].contains(words[0])
        var rest = (isOne ? "1" + String(words[1]) : words.joined())[...]
        guard !rest.isEmpty else { return nil }
        var seconds = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
            guard let number = ClockWords.number(digits, digits: 6),
                let length = units[String(unit)]
            else { return nil }
            seconds += Double(number) * length
            rest = rest.dropFirst(digits.count + unit.count)
        }
        return seconds
    }

    // MARK: Days and times of day, in either order

    private static func dayAndClock(_ words: [String]) -> CommandTime.Meaning? {
        let parts = words.map { $0[...] }
        if let second = ClockWords.second(parts) { return .clock(second: second) }
        for count in 0..<words.count {
            if let day = DayWords.day(words.dropLast(count)) {
                if count == 0 { return .day(day, second: nil) }
                if let second = ClockWords.second(parts.suffix(count)) {
                    return .day(day, second: second)
                }
            }
            if let day = DayWords.day(words.dropFirst(count)),
                let second = ClockWords.second(parts.prefix(count))
            {
                return .day(day, second: second)
            }
        }
        return nil
    }
}

/// The reason why a text is not taken for a time; the option and the text stand before it.
enum CommandTimeError: Error, CustomStringConvertible {
    case unknown
    case yearOrClock(String)
    case lengthOrClock(Int)
    case dayOrMonth

    var description: String {
        switch self {
        case .unknown:
            "write it as in 18:00, 8pm, 20h30, noon, friday, friday 18:00, tomorrow 9:00, 'May 1', "
                + "2026-05-01 18:00, 2026-05-01T18:00Z, +2h, '2 hours' or '2 hours ago'"
        case .yearOrClock(let digits):
            "it may be a year or a time: write \(digits.prefix(2)):\(digits.suffix(2)), or a date"
        case .lengthOrClock(let hour):
            "it may be a time or how long: write \(hour):00, or +\(hour)h"
        case .dayOrMonth:
            "it may be day and month or the other way round: write as in 'May 1' or 2026-05-01"
        }
    }
}
