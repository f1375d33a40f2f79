/// Fields that are read quickly if the shape of their sentence is known, else with care.
extension NMEASentence {
    /// A number without a sign.
    func decimal(_ number: Int) -> Double? {
        guard number <= fieldCount else { return nil }
        guard let shape = numbers?[number], let text = self[number].baseAddress else {
            return self[number].decimal
        }
        return shape.number(at: text)
    }

    /// Milliseconds since midnight.
    func timeOfDay(_ number: Int) -> Int64? {
        let field = self[number]
        guard field.count >= 8, field.count <= 10, numbers?[number] != nil,
            let seconds = field.word(at: 0).secondsOfDay, field[6] == UInt8(ascii: ".")
        else { return field.timeOfDay }
        var milliseconds = seconds &* 1000
        var unit: Int64 = 100
        for i in 7..<field.count {
            milliseconds &+= Int64(field[i] &- UInt8(ascii: "0")) &* unit
            unit /= 10
        }
        return milliseconds
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
