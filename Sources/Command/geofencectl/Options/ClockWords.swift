import Posix

/// Times of day, as people write them.
enum ClockWords {
    /// Seconds since midnight, of `18:00:30`, `8pm`, `8:30 pm`, `20.00`, `20h30`, `20 uur`, `noon`;
    /// `nil` for other words.
    static func second(_ words: some Collection<Substring>) -> Int? {
        guard let first = words.first else { return nil }
        let text = String(first)
        if words.count == 1 {
            return named[text] ?? plain(first) ?? withLetter(first) ?? withHalf(text)
                ?? withHour(text)
        }
        guard words.count == 2, let last = words.dropFirst().first else { return nil }
        // `1 2:00` must not become `12:00`.
        guard last.allSatisfy({ $0.isLetter || $0 == "." }) else { return nil }
        return withHalf(text + last) ?? withHour(text + last) ?? withLetter(first + last)
    }

    private static let named = [
        "noon": 43_200, "midday": 43_200, "midnight": 86_400, "middernacht": 86_400,
    ]

    /// `9:00`, `18:00:30`, `24:00` or `18.30`.
    private static func plain(_ text: Substring) -> Int? {
        if let point = text.firstIndex(of: ".") {
            return second(text[..<point], text[text.index(after: point)...])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        let numbers = parts.compactMap { number($0, digits: 2) }
        guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
            return nil
        }
        let second = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
        return second <= 86_400 ? second : nil
    }

    /// `20h`, `20h30` or `20u30`.
    private static func withLetter(_ text: Substring) -> Int? {
        guard let letter = text.firstIndex(where: { $0 == "h" || $0 == "u" }) else { return nil }
        let rest = text[text.index(after: letter)...]
        return second(text[..<letter], rest.isEmpty ? "00" : rest)
    }

    /// `8pm`, `8:30am` or `8.30p.m.`.
    private static func withHalf(_ text: String) -> Int? {
        for (suffix, isLate) in [("am", false), ("a.m.", false), ("pm", true), ("p.m.", true)]
        where text.hasSuffix(suffix) {
            let rest = text.dropLast(suffix.count)
            let time = number(rest, digits: 2).map { $0 * 3600 } ?? plain(rest)
            guard let time, (3600..<46_800).contains(time) else { return nil }
            return time % 43_200 + (isLate ? 43_200 : 0)
        }
        return nil
    }

    /// `20uur`, `20:30uhr`.
    private static func withHour(_ text: String) -> Int? {
        guard text.hasSuffix("uur") || text.hasSuffix("uhr") else { return nil }
        let rest = text.dropLast(3)
        return second(rest, "00") ?? plain(rest)
    }

    private static func second(_ hour: Substring, _ minute: Substring) -> Int? {
        guard minute.utf8.count == 2, let hour = number(hour, digits: 2),
            let minute = number(minute, digits: 2), minute < 60
        else { return nil }
        let second = hour * 3600 + minute * 60
        return second <= 86_400 ? second : nil
    }

    /// `nil` for anything but digits of ASCII, at most so many.
    static func number(_ text: Substring, digits: Int) -> Int? {
        guard (1...digits).contains(text.utf8.count),
            text.utf8.allSatisfy(\.isDigit)
        else { return nil }
        return Int(text)
    }
}
