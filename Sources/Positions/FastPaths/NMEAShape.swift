import Posix

/// The address, the commas and the `*` of a sentence, with gaps where its fields stand.
///
/// A receiver writes most of its sentences like others before them. Bytes with the same markup,
/// with digits where the digits of numbers were, and with text in the other gaps have their fields
/// at the same offsets. Only the checksum is still to be compared.
struct NMEAShape {
    let kind: NMEASentence.Kind
    /// The number of fields after the address.
    let fieldCount: Int
    /// Bytes between `$` and `*`.
    let length: Int
    /// The offsets at which the fields end, as in a `FieldTable`.
    let ends: UnsafeMutablePointer<UInt16>
    /// The shapes of the fields; `nil` for those that are no number.
    let numbers: UnsafeMutablePointer<NumberShape?>
    /// The sentence from behind the `$` to at least the `*`.
    private let parts: UnsafeMutablePointer<Part>
    private let partCount: Int

    /// Sixteen bytes of a sentence.
    private struct Part: Equatable {
        typealias Bytes = SIMD16<UInt8>

        /// The smallest value of each byte.
        var lowest = Bytes(repeating: UInt8(ascii: ",") + 1)
        /// How much larger each byte may be. In a gap anything may stand that ends no field.
        var span = Bytes(repeating: .max - UInt8(ascii: ",") - 1)
        /// 255 for each byte that belongs to the checksum.
        var summed = Bytes(repeating: .max)
    }

    /// The most bytes between `$` and `*`; longer sentences are rare.
    private static let longest = 127

    /// The shape of `sentence`, whose checksum is right; `nil` if it is too long, or has no fields.
    init?(of sentence: NMEASentence) {
        length = sentence.text.count
        guard sentence.fieldCount > 0, length <= Self.longest else { return nil }
        (kind, fieldCount) = (sentence.kind, sentence.fieldCount)
        partCount = length / 16 + 1
        ends = .allocate(capacity: fieldCount + 1)
        ends.initialize(from: sentence.ends, count: fieldCount + 1)
        numbers = .allocate(capacity: fieldCount + 1)
        parts = .allocate(capacity: partCount)
        parts.initialize(repeating: Part(), count: partCount)
        // The address tells the kind; of u-blox's own sentences, the first field does as well.
        let head = Int(ends[sentence.address.elementsEqual("PUBX".utf8) ? 1 : 0])
        for offset in 0..<head { require(sentence.text[offset], at: offset) }
        numbers[0] = nil
        for number in 1...fieldCount {
            require(UInt8(ascii: ","), at: Int(ends[number - 1]))
            numbers[number] = NumberShape(sentence[number])
            guard numbers[number] != nil, Int(ends[number]) > head else { continue }
            for offset in Int(ends[number - 1]) + 1..<Int(ends[number]) {
                let byte = sentence.text[offset]
                require(byte.isDigit ? UInt8(ascii: "0") : byte, byte.isDigit ? 9 : 0, at: offset)
            }
        }
        require(UInt8(ascii: "*"), at: length)
        for offset in length..<partCount * 16 { leaveOut(offset) }
    }

    func deallocate() {
        ends.deallocate()
        numbers.deallocate()
        parts.deallocate()
    }

    /// Demands `lowest` at `offset`, or a byte that is larger by at most `span`.
    private func require(_ lowest: UInt8, _ span: UInt8 = 0, at offset: Int) {
        withUnsafeMutableBytes(of: &parts[offset / 16].lowest) { $0[offset % 16] = lowest }
        withUnsafeMutableBytes(of: &parts[offset / 16].span) { $0[offset % 16] = span }
    }

    /// Leaves a byte from `length` on out of the checksum. Behind the `*` any byte may stand.
    private func leaveOut(_ offset: Int) {
        withUnsafeMutableBytes(of: &parts[offset / 16].summed) { $0[offset % 16] = 0 }
        if offset > length { require(0, .max, at: offset) }
    }

    /// Whether a sentence of this shape, with its right checksum, begins behind a `$` at `start`.
    @inline(__always)
    func fits(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
        // The checksum may stand behind the last part, and a `NumberShape` reads beyond its field.
        guard let base = bytes.baseAddress, partCount &* 16 &+ 16 <= bytes.count &- start else {
            return false
        }
        let text = base + start
        var isFit = SIMDMask<SIMD16<Int8>>(repeating: true)
        var sum = Part.Bytes.zero
        for i in 0..<partCount {
            let bytes = text.loadUnaligned(fromByteOffset: i &* 16, as: Part.Bytes.self)
            isFit .&= bytes &- parts[i].lowest .<= parts[i].span
            sum ^= bytes & parts[i].summed
        }
        let fits = unsafeBitCast(isFit, to: SIMD2<UInt64>.self)
        guard fits.x & fits.y == .max else { return false }
        let halves = unsafeBitCast(sum, to: SIMD2<UInt64>.self)
        let digits = text.loadUnaligned(fromByteOffset: length &+ 1, as: UInt16.self)
        let checksum = (halves.x ^ halves.y).xorOfBytes
        return UInt16(littleEndian: digits) == checksum.hexDigits("A")
            || UInt16(littleEndian: digits) == checksum.hexDigits("a")
    }

    /// Whether the same sentences fit both shapes, with the same fields.
    func isLike(_ other: NMEAShape) -> Bool {
        guard (kind, fieldCount, length) == (other.kind, other.fieldCount, other.length) else {
            return false
        }
        return (0..<partCount).allSatisfy { parts[$0] == other.parts[$0] }
            && (0...fieldCount).allSatisfy { numbers[$0] == other.numbers[$0] }
    }
}

extension UInt8 {
    /// The two digits of this number, the first in the lower byte. `letter`: the digit for ten.
    @inline(__always)
    fileprivate func hexDigits(_ letter: UnicodeScalar) -> UInt16 {
        let digits = UInt16(self >> 4) | UInt16(self & 15) << 8
        // The letters follow the digits after this gap.
        let gap = UInt16(UInt8(ascii: letter) - UInt8(ascii: "9") - 1)
        return digits &+ 0x3030 &+ ((digits &+ 0x0606) >> 4 & 0x0101) &* gap
    }
}
