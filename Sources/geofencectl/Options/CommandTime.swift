import ArgumentParser
import Geofencing
import Glibc
import Posix

/// A time as people write it, in their own time zone (`TZ`).
///
/// `2026-05-01 18:00`, `2026-05-01` (its midnight), `18:00`, `tomorrow 9:00`, `now`, `+2h`, `in 2
/// hours`, `-2h`, `2 hours ago`. A time with an offset or `Z`, as in `2026-05-01T18:00:00Z`, is the
/// same in every time zone.
struct CommandTime: ExpressibleByArgument {
    private enum Meaning {
        case moment(Timestamp)
        /// Seconds from now.
        case later(Double)
        case day(CivilDate, second: Int)
        /// Days from today.
        case near(days: Int, second: Int)
        /// Seconds since midnight, of a day that is not given.
        case clock(second: Int)
    }

    private let meaning: Meaning

    static let forms = "as in 18:00, tomorrow 9:00, '2026-05-01 18:00', 2026-05-01T18:00Z, +2h"

    /// For messages about times in the past.
    static let pastForms = "as in 18:00, yesterday 9:00, '2026-05-01 18:00', 2026-05-01T18:00Z, -2h"

    init?(argument: String) {
        guard argument.utf8.count <= 100, let meaning = Self.meaning(of: argument.lowercased())
        else { return nil }
        self.meaning = meaning
    }

    /// The time that is meant. A time of day by itself is the next one after `start`; without a
    /// start, it is that of today.
    func time(at now: Timestamp, after start: Timestamp? = nil) -> Timestamp {
        let today = LocalDay.of(now)
        switch meaning {
        case .moment(let time): return time
        case .later(let seconds): return now + seconds
        case .day(let date, let second): return LocalDay.time(date, second: second)
        case .near(let days, let second):
            return LocalDay.time(today, days: days, second: second)
        case .clock(let second):
            guard let start else { return LocalDay.time(today, second: second) }
            let day = LocalDay.of(start)
            let time = LocalDay.time(day, second: second)
            return time > start ? time : LocalDay.time(day, days: 1, second: second)
        }
    }
}

extension CommandTime {
    /// The time in the past that is meant: a time of day by itself is the last one before `now`.
    func past(at now: Timestamp) -> Timestamp {
        let time = time(at: now)
        guard case .clock(let second) = meaning, time > now else { return time }
        return LocalDay.time(LocalDay.of(now), days: -1, second: second)
    }
}

// MARK: - Reading

extension CommandTime {
    private static func meaning(of text: String) -> Meaning? {
        let text = text.trimmed
        if text == "now" { return .later(0) }
        if text.hasPrefix("+") { return duration(text.dropFirst()).map { .later($0) } }
        if text.hasPrefix("-") { return duration(text.dropFirst()).map { .later(-$0) } }
        if text.hasSuffix(" ago") { return duration(text.dropLast(4)).map { .later(-$0) } }
        if text.hasPrefix("in ") { return duration(text.dropFirst(3)).map { .later($0) } }
        if let second = second(text[...]) { return .clock(second: second) }
        for (name, days) in [("today", 0), ("tomorrow", 1), ("yesterday", -1)] {
            guard text.hasPrefix(name) else { continue }
            let rest = String(text.dropFirst(name.count)).trimmed
            return (rest.isEmpty ? 0 : second(rest[...])).map { .near(days: days, second: $0) }
        }
        return date(text)
    }

    private static func date(_ text: String) -> Meaning? {
        guard let date = CivilDate(argument: String(text.prefix(10))) else { return nil }
        let rest = text.dropFirst(10)
        if rest.isEmpty { return .day(date, second: 0) }
        guard let first = rest.first, first == " " || first == "t" else { return nil }
        if let second = second(rest.dropFirst()) { return .day(date, second: second) }
        return Timestamp(iso8601: text).map { .moment($0) }
    }

    /// Seconds since midnight, of `9:00`, `18:00:30` or `24:00`.
    private static func second(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        let numbers = parts.compactMap { number($0, digits: 2) }
        guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
            return nil
        }
        let second = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
        return second <= 86_400 ? second : nil
    }

    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "second": 1, "seconds": 1,
        "m": 60, "min": 60, "minute": 60, "minutes": 60,
        "h": 3600, "hour": 3600, "hours": 3600, "d": 86_400, "day": 86_400, "days": 86_400,
        "w": 604_800, "week": 604_800, "weeks": 604_800,
    ]

    /// Seconds of `2h`, `1h30m` or `2 hours`.
    private static func duration(_ text: Substring) -> Double? {
        var rest = text.filter { $0 != " " }[...]
        guard !rest.isEmpty else { return nil }
        var seconds = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
            guard let number = number(digits, digits: 6), let length = units[String(unit)] else {
                return nil
            }
            seconds += Double(number) * length
            rest = rest.dropFirst(digits.count + unit.count)
        }
        return seconds
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard (1...digits).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}

// MARK: - Days where the user is

private enum LocalDay {
    static func of(_ time: Timestamp) -> CivilDate {
        var seconds = time_t(time.milliseconds.flooredQuotient(by: 1000))
        var parts = tm()
        // This never fails for a time that can be written.
        guard localtime_r(&seconds, &parts) != nil else { return CivilDate(daysSince1970: 0) }
        return CivilDate(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1,
            day: Int(parts.tm_mday)) ?? CivilDate(daysSince1970: 0)
    }

    /// The time of a date when a clock on the wall shows `second` seconds since midnight. If the
    /// clock is put forward past that time, it is as much later.
    static func time(_ date: CivilDate, days: Int = 0, second: Int) -> Timestamp {
        var parts = tm()
        parts.tm_year = Int32(date.year - 1900)
        parts.tm_mon = Int32(date.month - 1)
        parts.tm_mday = Int32(date.day + days)
        parts.tm_hour = Int32(second / 3600)
        parts.tm_min = Int32(second % 3600 / 60)
        parts.tm_sec = Int32(second % 60)
        parts.tm_isdst = -1
        return Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
    }
}
