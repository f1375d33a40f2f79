import Posix

/// Where the digits and the point of a number stand.
///
/// A text that has them at the same offsets is read without looking for them.
struct NumberShape: Equatable {
    /// 15 for each of the first eight bytes that is a digit before the point.
    private var whole: UInt64 = 0
    /// 15 for each other digit among the first eight bytes.
    private var fraction: UInt64 = 0
    /// How many bits are missing between the end of these digits and that of eight bytes.
    private var shift: UInt64 = 0
    /// The same for the digits after the first eight bytes.
    private var restShift: UInt64 = 0
    /// The power of ten with as many zeros as there are digits after the first eight bytes; 0 for
    /// none.
    private var restPower: UInt64 = 0
    /// The power of ten with as many zeros as there are digits behind the point.
    private var power = 1.0

    /// `nil` unless `text` consists of at most 15 digits, with at most one point among its first
    /// eight bytes.
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

    /// The number at `text`, where 16 bytes can be read, whatever stands behind the number.
    @inline(__always)
    func number(at text: UnsafeRawPointer) -> Double {
        let word = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
        // The digits before the point move on by one, to where the point stands.
        var number = (((word & whole) << 8 | word & fraction) &<< shift).numberOfDigits
        if restPower > 0 {
            let rest = UInt64(
                littleEndian: text.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            let digits = (rest & 0x0f0f_0f0f_0f0f_0f0f) &<< restShift
            number = number &* restPower &+ digits.numberOfDigits
        }
        // A number of 15 digits is exact, so that only the division is rounded, once and correctly.
        return Double(Int64(number)) / power
    }
}
