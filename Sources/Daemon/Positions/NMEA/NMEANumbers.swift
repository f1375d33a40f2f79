import Geofencing
import Posix

/// What the bytes of a field say.
///
/// A number consists of digits and at most one point: no sign, no exponent, no space. An empty
/// field has no value.
extension UnsafeRawBufferPointer {
    /// A number without a sign; `nil` if it is none, or longer than receivers write.
    var decimal: Double? {
        guard (1...18).contains(count) else { return nil }
        var number: UInt64 = 0
        // Ten for each digit behind the point.
        var unit = 1.0
        var offset = 0
        while offset < count, self[offset].isDigit {
            number = number &* 10 &+ UInt64(self[offset] &- UInt8(ascii: "0"))
            offset += 1
        }
        if offset < count {
            guard self[offset] == UInt8(ascii: "."), count > 1 else { return nil }
            for offset in offset + 1..<count {
                guard self[offset].isDigit else { return nil }
                number = number &* 10 &+ UInt64(self[offset] &- UInt8(ascii: "0"))
                unit *= 10
            }
        }
        guard number <= 1 << 53 else {
            return Double(decimal: bindMemory(to: UInt8.self).span)
        }
        // Two numbers that are exact: only the division is rounded, once and correctly.
        return Double(Int64(number)) / unit
    }

    /// As `decimal`, with an optional minus in front.
    var signedDecimal: Double? {
        guard first == UInt8(ascii: "-") else { return decimal }
        return UnsafeRawBufferPointer(rebasing: self[1...]).decimal.map { -$0 }
    }

    /// The whole number of just so many digits at `offset`; `nil` if there is none.
    func digits(_ digits: Int, at offset: Int = 0) -> Int? {
        guard offset + digits <= count else { return nil }
        var number = 0
        for i in offset..<offset + digits {
            let digit = Int(self[i]) - 0x30
            guard (0...9).contains(digit) else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// `hhmmss`, `hhmmss.` or `hhmmss.sss`, as milliseconds since midnight; `nil` if it is none of
    /// them. A leap second is the first instant of the next minute.
    var timeOfDay: Int64? {
        guard let hour = digits(2), let minute = digits(2, at: 2), let second = digits(2, at: 4),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var milliseconds = Int64((hour * 60 + minute) * 60 + second) * 1000
        guard count > 6 else { return milliseconds }
        guard self[6] == UInt8(ascii: ".") else { return nil }
        var unit: Int64 = 100
        for i in 7..<Swift.max(7, count) {
            let digit = Int64(self[i]) - 0x30
            guard (0...9).contains(digit) else { return nil }
            milliseconds += digit * unit
            unit /= 10
        }
        return milliseconds
    }

    /// How many digits stand before the point, or the end.
    var wholeDigits: Int { firstIndex { !$0.isDigit } ?? count }

    /// The same as `wholeDigits == number`, and quicker, if it is a number.
    func hasWholeDigits(_ number: Int) -> Bool {
        count == number || count > number && self[number] == UInt8(ascii: ".")
    }

    /// `ddmmyy`; years below 80 are of this century. `nil` if there is no such day.
    var shortDate: CivilDate? {
        guard count == 6, let day = digits(2), let month = digits(2, at: 2),
            let year = digits(2, at: 4)
        else { return nil }
        return CivilDate(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
    }
}
