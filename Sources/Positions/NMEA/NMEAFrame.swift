/// Where a sentence lies among bytes, and whether its checksum is right.
struct NMEAFrame {
    /// Between `$` and `*`.
    let body: Range<Int>
    /// After the address.
    let fieldCount: Int
    /// Where the next sentence may begin.
    var end: Int
    var checksum = Checksum.absent

    enum Checksum { case right, wrong, absent }

    enum Reading {
        case frame(NMEAFrame)
        /// More bytes are needed to tell.
        case unfinished
        case tooLong
    }

    /// With `$`, `*` and checksum.
    static let mostBytes = NMEASentence.longest + 4

    /// Reads the sentence whose `$` is at `start`, and notes where its fields end.
    ///
    /// Eight bytes at a time, as most of them are no more than a part of the checksum.
    static func read(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ fields: NMEASentence.FieldTable
    ) -> Reading {
        let first = start + 1
        let limit = first + NMEASentence.longest
        let ends = fields.ends
        var commas = 0
        var sum: UInt64 = 0
        var place = first
        let last = min(bytes.count, limit)
        while place < last {
            let word = bytes.word(at: place)
            var telling = word.bytesUpToComma
            while telling != 0 {
                let bit = telling.trailingZeroBitCount
                let i = place &+ bit &>> 3
                if bytes[i] == UInt8(ascii: ",") {
                    ends[commas] = UInt16(truncatingIfNeeded: i &- first)
                    commas &+= 1
                } else {
                    let frame = NMEAFrame(body: first..<i, fieldCount: commas)
                    let sum = sum ^ (word & (1 << (bit & ~7) - 1))
                    if let end = frame.end(in: bytes, sum) { return end }
                }
                telling &= telling &- 1
            }
            sum ^= word
            place &+= 8
        }
        return bytes.count < limit ? .unfinished : .tooLong
    }

    private init(body: Range<Int>, fieldCount: Int) {
        (self.body, self.fieldCount) = (body, fieldCount)
        end = body.upperBound + 1
    }

    /// `nil` if the byte behind the body belongs to it; `sum` is the checksum in eight parts.
    private func end(in bytes: UnsafeRawBufferPointer, _ sum: UInt64) -> Reading? {
        var frame = self
        let place = body.upperBound
        switch bytes[place] {
        case UInt8(ascii: "*"):
            if place + 2 >= bytes.count { return .unfinished }
            frame.compare(sum.xorOfBytes, with: bytes[place + 1], bytes[place + 2])
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
        case UInt8(ascii: "$"):
            // Broken off by the next sentence: not to be trusted.
            (frame.checksum, frame.end) = (.wrong, place)
        default: return nil
        }
        return .frame(frame)
    }

    private mutating func compare(_ sum: UInt8, with first: UInt8, _ second: UInt8) {
        checksum = .wrong
        guard let high = hexDigit(first), let low = hexDigit(second) else { return }
        end += 2
        if high << 4 | low == sum { checksum = .right }
    }
}

/// In either case.
private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
}

extension UInt64 {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The top bit of each byte that is a comma or comes before it in ASCII, and no other bits.
    @inline(__always)
    fileprivate var bytesUpToComma: UInt64 {
        let beyondComma = 0x7f - UInt64(UInt8(ascii: ","))
        let sums = (self & (0x7f * Self.ones)) &+ beyondComma * Self.ones
        return ~(sums | self) & (0x80 * Self.ones)
    }

    var xorOfBytes: UInt8 {
        let half = self ^ self >> 32
        let quarter = half ^ half >> 16
        return UInt8(truncatingIfNeeded: quarter ^ quarter >> 8)
    }
}
