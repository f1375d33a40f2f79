/// Text that is read eight bytes at a time.
extension UnsafeRawBufferPointer {
    /// Eight bytes from `offset` on, the first of them lowest; those behind the end are 255.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        guard offset &+ 8 <= count else { return lastWord(at: offset) }
        return UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(never)
    private func lastWord(at offset: Int) -> UInt64 {
        self[offset...].reversed().reduce(.max) { $0 << 8 | UInt64($1) }
    }

    /// The number that the digits from `offset` on make, and how many they are, at most 8.
    @inline(__always)
    func digits(at offset: Int) -> (number: UInt64, count: Int) {
        let digits = word(at: offset) ^ 0x3030_3030_3030_3030
        let others = digits.bytesAbove9
        let count = others.trailingZeroBitCount / 8
        if count == 0 { return (0, 0) }
        // Shifting puts zeros in front of them.
        return ((digits &<< (64 &- 8 &* UInt64(count))).numberOfDigits, count)
    }
}

extension UInt64 {
    /// The number of eight digits, each of them a byte from 0 to 9, the first of them lowest.
    @inline(__always)
    var numberOfDigits: UInt64 {
        // Each step joins neighbours, so that a part has twice as many digits.
        let pairs = (self &* 10 &+ self >> 8) & 0x00ff_00ff_00ff_00ff
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_ffff_0000_ffff
        return (fours &* 10_000 &+ fours >> 32) & 0xffff_ffff
    }

    /// The top bit of the first byte above 9, and no bits of the bytes before it.
    @inline(__always)
    var bytesAbove9: UInt64 {
        (self | (self &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
    }
    /// All eight bytes, combined with XOR.
    var xorOfBytes: UInt8 {
        let half = self ^ self >> 32
        let quarter = half ^ half >> 16
        return UInt8(truncatingIfNeeded: quarter ^ quarter >> 8)
    }
}
