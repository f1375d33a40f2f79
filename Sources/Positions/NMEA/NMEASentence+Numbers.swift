import Geofencing

/// What fields say: as `NMEANumbers` has it, but quickly where they are as most are.
extension NMEASentence {
    /// A number without a sign.
    func decimal(_ number: Int) -> Double? {
        guard number <= fieldCount else { return nil }
        guard let shape = numbers?[number], let text = self[number].baseAddress else {
            return self[number].decimal
        }
        return shape.number(at: text)
    }

    /// A number with an optional minus in front.
    func signedDecimal(_ number: Int) -> Double? {
        decimal(number) ?? self[number].signedDecimal
    }

    /// Degrees, 0..<360.
    func direction(_ number: Int) -> Double? {
        guard let value = decimal(number), value <= 360 else { return nil }
        return value == 360 ? 0 : value
    }

    /// Milliseconds since midnight.
    func timeOfDay(_ number: Int) -> Int64? {
        let field = self[number]
        guard field.count >= 8, field.count <= 10, numbers?[number] != nil,
            let seconds = field.word(at: 0).secondsOfDay, field[6] == UInt8(ascii: ".")
        else { return field.timeOfDay }
        var milliseconds = seconds &* 1000
        var unit: Int64 = 100
        for place in 7..<field.count {
            milliseconds &+= Int64(field[place] &- UInt8(ascii: "0")) &* unit
            unit /= 10
        }
        return milliseconds
    }

    /// From four fields, the first of which is `number`; `nil` if empty, malformed or off the
    /// Earth.
    func coordinate(at number: Int) -> Coordinate? {
        guard let latitude = angle(number, positive: "N", negative: "S"),
            let longitude = angle(number + 2, positive: "E", negative: "W")
        else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }

    /// Degrees from `dddmm.mmmm` and the letter of the hemisphere, which is the next field.
    private func angle(_ number: Int, positive: UnicodeScalar, negative: UnicodeScalar) -> Double? {
        guard let value = decimal(number) else { return nil }
        // Cheaper than rounding down, and the same.
        let degrees = Double(Int(value / 100))
        let minutes = value - degrees * 100
        guard minutes < 60 else { return nil }
        switch letter(number + 1) {
        case UInt8(ascii: positive): return degrees + minutes / 60
        case UInt8(ascii: negative): return -(degrees + minutes / 60)
        default: return nil
        }
    }
}

extension UInt64 {
    /// Of six digits, `hhmmss`, in the lower bytes.
    fileprivate var secondsOfDay: Int64? {
        let digits = (self ^ 0x3030_3030_3030_3030) & 0xffff_ffff_ffff
        guard digits.bytesAbove9 == 0 else { return nil }
        let pairs = digits &* 10 &+ digits >> 8
        let (hour, minute, second) = (pairs & 0xff, pairs >> 16 & 0xff, pairs >> 32 & 0xff)
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        return Int64((hour &* 60 &+ minute) &* 60 &+ second)
    }
}
