import Geofencing
import Posix

/// Numbers as recorders write most of them, read where they lie.
extension UnsafeRawBufferPointer {
    /// What `Double(decimal:)` says of the text between `place` and `end`, a byte, to which `place`
    /// then moves; `nil` unless that is a number of at most 8 digits before a point and after.
    @inline(__always)
    func quickDecimal(from place: inout Int, to end: UInt8) -> Double? {
        // A sign, digits, a point, digits, the end.
        guard place + 19 <= count else { return nil }
        let isNegative = self[place] == UInt8(ascii: "-")
        var next = isNegative ? place + 1 : place
        let whole = digits(at: next)
        next += whole.count
        var number = Double(whole.number)
        var digitCount = whole.count
        if self[next] == UInt8(ascii: ".") {
            let fraction = digits(at: next + 1)
            next += 1 + fraction.count
            digitCount += fraction.count
            // 15 digits are exact. Then the division is rounded once, hence correctly.
            guard digitCount <= 15 else { return nil }
            let power = Double.exactPowers[fraction.count]
            number = (number * power + Double(fraction.number)) / power
        }
        guard digitCount > 0, self[next] == end else { return nil }
        place = next
        return isNegative ? -number : number
    }
}

/// Reads times, most of which are of the same day as the one before.
struct QuickTimes {
    /// `2026-05-01T` in two words that overlap.
    private var date: (UInt64, UInt64) = (0, 0)
    /// When that day began, in milliseconds since 1970.
    private var midnight: Int64 = 0

    /// What `Timestamp(iso8601:)` says of the text between `place` and `end`, a byte, to which
    /// `place` then moves; `nil` unless that is like `2026-05-01T12:00:11Z` or `…11.4Z`.
    @inline(__always)
    mutating func time(
        in bytes: UnsafeRawBufferPointer, from place: inout Int, to end: UInt8
    ) -> Timestamp? {
        // 19 characters, a point, 8 digits, Z, the end.
        guard place + 30 <= bytes.count, isOfDay(bytes, at: place) else { return nil }
        // What is left is digits, and 0 for the colons.
        let clock = bytes.word(at: place + 11) ^ 0x3030_3a30_303a_3030
        let others = clock | (clock &+ 0x7676_7f76_767f_7676)
        let pairs = clock &* 10 &+ clock >> 8
        let (hour, minute, second) = (pairs & 0xff, pairs >> 24 & 0xff, pairs >> 48 & 0xff)
        guard others & 0x8080_8080_8080_8080 == 0, hour < 24, minute < 60, second <= 60 else {
            return nil
        }
        var milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
        var next = place + 19
        if bytes[next] == UInt8(ascii: ".") {
            let fraction = bytes.digits(at: next + 1)
            guard fraction.count > 0 else { return nil }
            milliseconds += fraction.number * 1000 / UInt64(Double.exactPowers[fraction.count])
            next += 1 + fraction.count
        }
        guard bytes[next] == UInt8(ascii: "Z"), bytes[next + 1] == end else { return nil }
        place = next + 1
        return Timestamp(milliseconds: midnight + Int64(milliseconds))
    }

    /// Takes the date at `place` if it is another one.
    @inline(__always)
    private mutating func isOfDay(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        let date = (bytes.word(at: place), bytes.word(at: place + 3))
        return date == self.date || begin(bytes, at: place, date)
    }

    private mutating func begin(
        _ bytes: UnsafeRawBufferPointer, at place: Int, _ date: (UInt64, UInt64)
    ) -> Bool {
        let text = bytes.bindMemory(to: UInt8.self).extracting(place..<place + 10)
        guard bytes[place + 10] == UInt8(ascii: "T"), let midnight = Timestamp(iso8601: text.span)
        else { return false }
        (self.date, self.midnight) = (date, midnight.milliseconds)
        return true
    }
}
