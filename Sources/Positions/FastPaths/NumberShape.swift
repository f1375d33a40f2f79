import Posix

/// Where the digits of a number stand, and its point, if it has one.
///
/// In a text that has them at the same places there is nothing to look for.
struct NumberShape: Equatable {
    /// 15 for each of the first eight bytes that is a digit with the point behind it …
    private var whole: UInt64 = 0
    /// … and for each other digit there.
    private var fraction: UInt64 = 0
    /// Bits from the end of these digits to that of eight bytes.
    private var shift: UInt64 = 0
    /// The same of the digits after the first eight bytes.
    private var restShift: UInt64 = 0
    /// 10 for each of those; 0 if there are none.
    private var restPower: UInt64 = 0
    /// 10 for each digit behind the point.
    private var power = 1.0

    /// `nil` if `text` is not just digits, perhaps with a point among its first eight bytes, or
    /// more than a `Double` holds.
    init?(_ text: UnsafeRawBufferPointer) {
        var point: Int?
        guard text.count <= 15 else { return nil }
        for offset in 0..<text.count where !text[offset].isDigit {
            guard text[offset] == UInt8(ascii: "."), point == nil, offset < 8 else { return nil }
            point = offset
        }
        guard text.count > (point == nil ? 0 : 1) else { return nil }
        fraction = ~(.max << UInt64(text.count * 8)) & 0x0f0f_0f0f_0f0f_0f0f
        if let point {
            whole = fraction & ~(.max << UInt64(point * 8))
            fraction &= .max << UInt64(point * 8 + 8)
            power = Double.exactPowers[text.count - point - 1]
        }
        shift = 64 - 8 * UInt64(min(text.count, 8))
        if text.count > 8 {
            restShift = 128 - 8 * UInt64(text.count)
            restPower = UInt64(Double.exactPowers[text.count - 8])
        }
    }

    /// Of the text at `text`, of which 16 bytes can be read, whatever they are.
    @inline(__always)
    func number(at text: UnsafeRawPointer) -> Double {
        let word = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
        // The point's offset is filled from in front of it.
        var number = (((word & whole) << 8 | word & fraction) &<< shift).numberOfDigits
        if restPower > 0 {
            let rest = UInt64(
                littleEndian: text.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            let digits = (rest & 0x0f0f_0f0f_0f0f_0f0f) &<< restShift
            number = number &* restPower &+ digits.numberOfDigits
        }
        // 15 digits are exact. Then the division is rounded once, hence correctly.
        return Double(Int64(number)) / power
    }
}
