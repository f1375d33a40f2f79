/// Times as RFC 3339 writes them, and a little more on the way in.
extension Timestamp: CustomStringConvertible {
    /// As in `2026-05-01T12:00:11.400Z`: always milliseconds, always UTC.
    package var description: String {
        String(decoding: iso8601, as: UTF8.self)
    }

    /// The 24 bytes of `description`; a year outside 0…9999 is shown as 0000 or 9999.
    package var iso8601: [UInt8] {
        let days = milliseconds.flooredQuotient(by: Self.millisecondsPerDay)
        let date = CivilDate(daysSince1970: days)
        // The product may be less than the least number.
        var rest = milliseconds &- days &* Self.millisecondsPerDay
        func next(_ unit: Int64) -> Int {
            defer { rest %= unit }
            return Int(rest / unit)
        }
        var text = [UInt8]()
        text.reserveCapacity(24)
        text.append(date, then: "T")
        text.append(next(3_600_000), digits: 2, then: ":")
        text.append(next(60_000), digits: 2, then: ":")
        text.append(next(1000), digits: 2, then: ".")
        text.append(next(1), digits: 3, then: "Z")
        return text
    }

    /// Reads `2026-05-01T12:00:11.4Z`, with `Z`, an offset (`+02:00`, `+0200`, `+02`) or none,
    /// which is taken as UTC.
    ///
    /// Fractions of any length are cut to milliseconds, a leap second (`:60`) is the first
    /// instant of the next minute, and a date alone is its midnight. `nil` for anything else.
    package init?(iso8601 text: some StringProtocol) {
        self.init(iso8601: String(text).utf8.span)
    }

    package init?(iso8601 text: Span<UInt8>) {
        var index = 0
        self.init(iso8601: text, from: &index)
        guard index == text.count else { return nil }
    }

    /// Reads a time of RFC 3339, which has `T`, seconds and an offset; `nil` for what else
    /// `init(iso8601:)` reads, as a day, or a time that each place has at another moment.
    package init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count > 19, bytes[10] == UInt8(ascii: "T"), bytes[16] == UInt8(ascii: ":"),
            bytes[19...].contains(where: { "Zz+-".utf8.contains($0) })
        else { return nil }
        self.init(iso8601: text)
        guard Self.range.contains(self) else { return nil }
    }

    private init?(iso8601 text: Span<UInt8>, from index: inout Int) {
        guard let year = text.number(digits: 4, from: &index), text.take("-", from: &index),
            let month = text.number(digits: 2, from: &index), text.take("-", from: &index),
            let day = text.number(digits: 2, from: &index),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        milliseconds = date.daysSince1970 * Self.millisecondsPerDay
        guard index < text.count else { return }

        guard
            text.take("T", from: &index) || text.take("t", from: &index)
                || text.take(" ", from: &index),
            let hour = text.number(digits: 2, from: &index), hour < 24,
            text.take(":", from: &index),
            let minute = text.number(digits: 2, from: &index), minute < 60
        else { return nil }
        milliseconds += Int64(hour * 60 + minute) * 60_000
        if text.take(":", from: &index) {
            guard let second = text.number(digits: 2, from: &index), second <= 60 else {
                return nil
            }
            milliseconds += Int64(second) * 1000
            if text.take(".", from: &index) || text.take(",", from: &index) {
                guard let fraction = text.milliseconds(from: &index) else { return nil }
                milliseconds += Int64(fraction)
            }
        }
        guard let offset = text.offset(from: &index) else { return nil }
        milliseconds -= Int64(offset) * 60_000
    }
}

extension CivilDate: CustomStringConvertible {
    /// As in `2026-05-01`; a year outside 0…9999 is shown as 0000 or 9999.
    package var description: String {
        var text: [UInt8] = []
        text.append(self, then: " ")
        return String(decoding: text.dropLast(), as: UTF8.self)
    }

    /// Reads `2026-05-01`; `nil` for anything else, and if it is not of the years 1 to 9999.
    package init?(_ text: String) {
        guard text.utf8.count == 10, let midnight = Timestamp(iso8601: text),
            Timestamp.range.contains(midnight)
        else { return nil }
        let days = midnight.milliseconds.flooredQuotient(by: Timestamp.millisecondsPerDay)
        self.init(daysSince1970: days)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ date: CivilDate, then separator: UnicodeScalar) {
        append(Swift.min(Swift.max(date.year, 0), 9999), digits: 4, then: "-")
        append(date.month, digits: 2, then: "-")
        append(date.day, digits: 2, then: separator)
    }

    fileprivate mutating func append(_ number: Int, digits: Int, then separator: UnicodeScalar) {
        var unit = digits == 4 ? 1000 : digits == 3 ? 100 : 10
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
        append(UInt8(ascii: separator))
    }
}

/// Each takes what it finds at `index`, and moves it on.
extension Span<UInt8> {
    @inline(__always)
    fileprivate func take(_ character: UnicodeScalar, from index: inout Int) -> Bool {
        guard index < count, self[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    @inline(__always)
    private func digit(from index: inout Int) -> Int? {
        guard index < count, self[index] >= UInt8(ascii: "0"), self[index] <= UInt8(ascii: "9")
        else { return nil }
        defer { index += 1 }
        return Int(self[index] - UInt8(ascii: "0"))
    }

    @inline(__always)
    fileprivate func number(digits: Int, from index: inout Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = digit(from: &index) else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// At least one digit; those after the third are read and dropped.
    fileprivate func milliseconds(from index: inout Int) -> Int? {
        let start = index
        var number = 0
        var unit = 100
        while let digit = digit(from: &index) {
            number += digit * unit
            unit /= 10
        }
        return index > start ? number : nil
    }

    /// Minutes east of UTC: `Z`, nothing, or a sign with hours and maybe minutes.
    fileprivate func offset(from index: inout Int) -> Int? {
        if index == count || take("Z", from: &index) || take("z", from: &index) { return 0 }
        let sign = take("+", from: &index) ? 1 : take("-", from: &index) ? -1 : 0
        guard sign != 0, let hours = number(digits: 2, from: &index), hours < 24 else { return nil }
        if index == count { return sign * hours * 60 }
        _ = take(":", from: &index)
        guard let minutes = number(digits: 2, from: &index), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
