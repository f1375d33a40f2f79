import Glibc

/// A day of the calendar, wherever. In JSON, `"2026-11-24"`.
package struct Day: Hashable, Comparable, Sendable {
    /// Since 1970-01-01.
    package var number: Int64

    package init(number: Int64) { self.number = number }

    package static func < (one: Self, other: Self) -> Bool { one.number < other.number }

    /// `nil` if there is no such day, or it is written otherwise, or not of the years 1 to 9999.
    package init?(_ text: String) {
        let letters = Array(text.utf8)
        guard letters.count == 10, letters[4] == UInt8(ascii: "-"),
            letters[7] == UInt8(ascii: "-"),
            let year = Int32(digits: letters[0..<4]), year > 0,
            let month = Int32(digits: letters[5..<7]), let day = Int32(digits: letters[8..<10])
        else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
        let seconds = timegm(&parts)
        // A day that is not in the month has become one of another.
        guard parts.tm_mon == month - 1, parts.tm_mday == day else { return nil }
        number = Int64(seconds) / Self.length
    }

    /// Seconds.
    static let length: Int64 = 86_400
}

extension Day: CustomStringConvertible {
    package var description: String {
        var seconds = time_t(number * Self.length)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int32, _ count: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        return "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-"
            + padded(parts.tm_mday, 2)
    }
}

extension Day: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Int32 {
    fileprivate init?(digits: ArraySlice<UInt8>) {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self = digits.reduce(0) { $0 * 10 + Int32($1 - 0x30) }
    }
}
