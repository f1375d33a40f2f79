import Posix

/// The address, the commas and the `*` of a sentence, with gaps where its fields stand.
///
/// A receiver writes most of its sentences like others before. Bytes with the same markup, with
/// digits where that one had digits of a number, and with text in the other gaps are cut alike:
/// then all that is left to find out is whether their checksum is right.
struct NMEAShape {
    let kind: NMEASentence.Kind
    /// After the address.
    let fieldCount: Int
    /// Bytes between `$` and `*`.
    let length: Int
    /// As in a `FieldTable`.
    let ends: UnsafeMutablePointer<UInt16>
    /// Of the fields; `nil` for those that are no number.
    let numbers: UnsafeMutablePointer<NumberShape?>
    /// From behind the `$` to the `*` at least.
    private let parts: UnsafeMutablePointer<Part>
    private let partCount: Int

    /// Sixteen bytes of a sentence.
    private struct Part: Equatable {
        typealias Bytes = SIMD16<UInt8>

        /// The smallest that each byte may be …
        var lowest = Bytes(repeating: UInt8(ascii: ",") + 1)
        /// … and how much larger it may be: in a gap, text and nothing that may end a field.
        var span = Bytes(repeating: .max - UInt8(ascii: ",") - 1)
        /// 255 for each byte that the checksum is made of.
        var summed = Bytes(repeating: .max)
    }

    /// Bytes between `$` and `*` of those that are worth it.
    private static let longest = 127

    /// That of `sentence`, whose checksum is right; `nil` if it is too long, or has no fields.
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
        // The kind is told by the address; of u-blox's own sentences by the first field as well.
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

    /// `lowest`, or at most so much above it.
    private func require(_ lowest: UInt8, _ span: UInt8 = 0, at offset: Int) {
        withUnsafeMutableBytes(of: &parts[offset / 16].lowest) { $0[offset % 16] = lowest }
        withUnsafeMutableBytes(of: &parts[offset / 16].span) { $0[offset % 16] = span }
    }

    /// From `length` on: what is there is not part of the checksum, and behind the `*`, anything.
    private func leaveOut(_ offset: Int) {
        withUnsafeMutableBytes(of: &parts[offset / 16].summed) { $0[offset % 16] = 0 }
        if offset > length { require(0, .max, at: offset) }
    }

    /// Whether a sentence of this shape, with its right checksum, begins behind a `$` at `start`.
    @inline(__always)
    func fits(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
        // Behind the last part may be the checksum, and what a `NumberShape` wants to read.
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

    /// Whether what fits the one fits the other, and says the same.
    func isLike(_ other: NMEAShape) -> Bool {
        guard (kind, fieldCount, length) == (other.kind, other.fieldCount, other.length) else {
            return false
        }
        return (0..<partCount).allSatisfy { parts[$0] == other.parts[$0] }
            && (0...fieldCount).allSatisfy { numbers[$0] == other.numbers[$0] }
    }
}

extension UInt8 {
    /// The first of them in the lower byte. `letter`: the one for ten.
    @inline(__always)
    fileprivate func hexDigits(_ letter: UnicodeScalar) -> UInt16 {
        let digits = UInt16(self >> 4) | UInt16(self & 15) << 8
        // Letters come so long after what would follow "9".
        let gap = UInt16(UInt8(ascii: letter) - UInt8(ascii: "9") - 1)
        return digits &+ 0x3030 &+ ((digits &+ 0x0606) >> 4 & 0x0101) &* gap
    }
}
