import Geofencing
import Posix

/// Numbers as recorders write most of them.
extension UnsafeRawBufferPointer {
    /// What `Double(decimal:)` makes of the text from `offset` up to the byte `end`, to which
    /// `offset` then moves; `nil` unless that is a number with at most 8 digits before a point and
    /// behind it.
    @inline(__always)
    func quickDecimal(from offset: inout Int, to end: UInt8) -> Double? {
        // Room for a sign, digits, a point, digits, and the end.
        guard offset + 19 <= count else { return nil }
        let isNegative = self[offset] == UInt8(ascii: "-")
        var next = isNegative ? offset + 1 : offset
        let whole = digits(at: next)
        next += whole.count
        var number = Double(whole.number)
        var digitCount = whole.count
        if self[next] == UInt8(ascii: ".") {
            let fraction = digits(at: next + 1)
            next += 1 + fraction.count
            digitCount += fraction.count
            // A number of 15 digits is exact, so that only the division is rounded, once and
            // correctly.
            guard digitCount <= 15 else { return nil }
            let power = powersOfTen[fraction.count]
            number = (number * power + Double(fraction.number)) / power
        }
        guard digitCount > 0, self[next] == end else { return nil }
        offset = next
        return isNegative ? -number : number
    }
}

/// Reads times, most of which are on the same day as the one before.
struct QuickTimes {
    /// `2026-05-01T`, in two words that overlap.
    private var date: (UInt64, UInt64) = (0, 0)
    /// When that day began, in milliseconds since 1970.
    private var midnight: Int64 = 0

    /// What `Timestamp(iso8601:)` makes of the text from `offset` up to the byte `end`, to which
    /// `offset` then moves; `nil` unless that is like `2026-05-01T12:00:11Z` or `…11.4Z`.
    @inline(__always)
    mutating func time(
        in bytes: UnsafeRawBufferPointer, from offset: inout Int, to end: UInt8
    ) -> Timestamp? {
        // Room for 19 characters, a point, 8 digits, Z, and the end.
        guard offset + 30 <= bytes.count, isOfDay(bytes, at: offset) else { return nil }
        // Digits become 0 to 9, and colons 0.
        let clock = bytes.word(at: offset + 11) ^ 0x3030_3a30_303a_3030
        let others = clock | (clock &+ 0x7676_7f76_767f_7676)
        let pairs = clock &* 10 &+ clock >> 8
        let (hour, minute, second) = (pairs & 0xff, pairs >> 24 & 0xff, pairs >> 48 & 0xff)
        guard others & 0x8080_8080_8080_8080 == 0, hour < 24, minute < 60, second <= 60 else {
            return nil
        }
        var milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
        var next = offset + 19
        if bytes[next] == UInt8(ascii: ".") {
            let fraction = bytes.digits(at: next + 1)
            guard fraction.count > 0 else { return nil }
            milliseconds += fraction.number * 1000 / UInt64(powersOfTen[fraction.count])
            next += 1 + fraction.count
        }
        guard bytes[next] == UInt8(ascii: "Z"), bytes[next + 1] == end else { return nil }
        offset = next + 1
        return Timestamp(milliseconds: midnight + Int64(milliseconds))
    }

    /// Whether a date is at `offset`; if it is not that of the last time, it is read.
    @inline(__always)
    private mutating func isOfDay(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        let date = (bytes.word(at: offset), bytes.word(at: offset + 3))
        return date == self.date || begin(bytes, at: offset, date)
    }

    private mutating func begin(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, _ date: (UInt64, UInt64)
    ) -> Bool {
        let text = bytes.bindMemory(to: UInt8.self).extracting(offset..<offset + 10)
        guard bytes[offset + 10] == UInt8(ascii: "T"), let midnight = Timestamp(iso8601: text.span)
        else { return false }
        (self.date, self.midnight) = (date, midnight.milliseconds)
        return true
    }
}

extension GPXPoint {
    /// Reads the text from `offset` up to the byte `end`, to which `offset` then moves; `false` if
    /// it is not as most are.
    @inline(__always)
    mutating func readQuickly(
        _ value: Value, _ bytes: UnsafeRawBufferPointer, from offset: inout Int, to end: UInt8,
        _ times: inout QuickTimes
    ) -> Bool {
        switch value {
        case .fix: return false
        case .time:
            guard let time = times.time(in: bytes, from: &offset, to: end) else { return false }
            self.time = self.time ?? time
        default:
            guard let number = bytes.quickDecimal(from: &offset, to: end) else { return false }
            take(number, as: value)
        }
        return true
    }
}

/// For up to 8 digits; `Double.exactPowers`, in another module, would cost a call each time.
private let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]
