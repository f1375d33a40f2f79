import Geofencing
import Glibc

/// What the fields of NMEA sentences say, read from their bytes.
///
/// Only digits and one point are numbers here: no signs, exponents, spaces or other scripts'
/// digits. An empty field has no value.
extension UnsafeRawBufferPointer {
    /// A number without a sign; `nil` if it is none, or longer than any receiver writes.
    var decimal: Double? {
        // A point alone is no number.
        guard count <= 18, count > 1 || first != UInt8(ascii: ".") else { return nil }
        var mantissa: UInt64 = 0
        let point = addDigits(from: 0, to: &mantissa)
        guard point < count else { return count > 0 ? Double(mantissa) : nil }
        guard self[point] == UInt8(ascii: "."), addDigits(from: point + 1, to: &mantissa) == count
        else { return nil }
        // Exact up to 15 digits; beyond, off by one unit in the last place at most.
        return Double(mantissa) / powersOfTen[count - point - 1]
    }

    /// Reads digits, and returns where they end.
    @inline(__always)
    private func addDigits(from start: Int, to mantissa: inout UInt64) -> Int {
        var place = start
        while place < count {
            let digit = self[place] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            place &+= 1
        }
        return place
    }

    /// As `decimal`, with an optional minus in front.
    var signedDecimal: Double? {
        guard first == UInt8(ascii: "-") else { return decimal }
        return UnsafeRawBufferPointer(rebasing: self[1...]).decimal.map { -$0 }
    }

    /// A whole number of just so many digits at `place`.
    func digits(_ digits: Int, at place: Int = 0) -> Int? {
        guard place + digits <= count else { return nil }
        var number = 0
        for i in place..<place + digits {
            let digit = Int(self[i]) - 0x30
            guard (0...9).contains(digit) else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// `hhmmss`, `hhmmss.` or `hhmmss.sss`, as milliseconds since midnight; a leap second is the
    /// first instant of the next minute.
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

    /// `ddmmyy`; years below 80 are of this century.
    var shortDate: CivilDate? {
        guard count == 6, let day = digits(2), let month = digits(2, at: 2),
            let year = digits(2, at: 4)
        else { return nil }
        return CivilDate(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
    }
}

/// Written out, it needs no making at run time.
private let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18,
]
