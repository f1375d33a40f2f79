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
        var rest = milliseconds - days * Self.millisecondsPerDay
        func next(_ unit: Int64) -> Int {
            defer { rest %= unit }
            return Int(rest / unit)
        }
        var text = [UInt8]()
        text.reserveCapacity(24)
        text.append(min(max(date.year, 0), 9999), digits: 4, then: "-")
        text.append(date.month, digits: 2, then: "-")
        text.append(date.day, digits: 2, then: "T")
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
        var place = 0
        self.init(iso8601: text, from: &place)
        guard place == text.count else { return nil }
    }

    private init?(iso8601 text: Span<UInt8>, from place: inout Int) {
        guard let year = text.number(digits: 4, from: &place), text.take("-", from: &place),
            let month = text.number(digits: 2, from: &place), text.take("-", from: &place),
            let day = text.number(digits: 2, from: &place),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        milliseconds = date.daysSince1970 * Self.millisecondsPerDay
        guard place < text.count else { return }

        guard
            text.take("T", from: &place) || text.take("t", from: &place)
                || text.take(" ", from: &place),
            let hour = text.number(digits: 2, from: &place), hour < 24,
            text.take(":", from: &place),
            let minute = text.number(digits: 2, from: &place), minute < 60
        else { return nil }
        milliseconds += Int64(hour * 60 + minute) * 60_000
        if text.take(":", from: &place) {
            guard let second = text.number(digits: 2, from: &place), second <= 60 else {
                return nil
            }
            milliseconds += Int64(second) * 1000
            if text.take(".", from: &place) || text.take(",", from: &place) {
                guard let fraction = text.milliseconds(from: &place) else { return nil }
                milliseconds += Int64(fraction)
            }
        }
        guard let offset = text.offset(from: &place) else { return nil }
        milliseconds -= Int64(offset) * 60_000
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: Int, digits: Int, then separator: UnicodeScalar) {
        var unit = digits == 4 ? 1000 : digits == 3 ? 100 : 10
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
        append(UInt8(ascii: separator))
    }
}

/// Each takes what it finds at `place`, and moves it on.
extension Span<UInt8> {
    @inline(__always)
    fileprivate func take(_ character: UnicodeScalar, from place: inout Int) -> Bool {
        guard place < count, self[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    @inline(__always)
    private func digit(from place: inout Int) -> Int? {
        guard place < count, self[place] >= UInt8(ascii: "0"), self[place] <= UInt8(ascii: "9")
        else { return nil }
        defer { place += 1 }
        return Int(self[place] - UInt8(ascii: "0"))
    }

    @inline(__always)
    fileprivate func number(digits: Int, from place: inout Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = digit(from: &place) else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// At least one digit; those after the third are read and dropped.
    fileprivate func milliseconds(from place: inout Int) -> Int? {
        let start = place
        var number = 0
        var unit = 100
        while let digit = digit(from: &place) {
            number += digit * unit
            unit /= 10
        }
        return place > start ? number : nil
    }

    /// Minutes east of UTC: `Z`, nothing, or a sign with hours and maybe minutes.
    fileprivate func offset(from place: inout Int) -> Int? {
        if place == count || take("Z", from: &place) || take("z", from: &place) { return 0 }
        let sign = take("+", from: &place) ? 1 : take("-", from: &place) ? -1 : 0
        guard sign != 0, let hours = number(digits: 2, from: &place), hours < 24 else { return nil }
        if place == count { return sign * hours * 60 }
        _ = take(":", from: &place)
        guard let minutes = number(digits: 2, from: &place), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
