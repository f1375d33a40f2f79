/// Where a sentence stands among bytes, and whether its checksum is right.
struct NMEAFrame {
    /// What stands between `$` and `*`, or the end of the line.
    let body: Range<Int>
    /// The number of fields after the address.
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

    /// Bytes of the longest sentence with its `$`, `*` and checksum.
    static let mostBytes = NMEASentence.longest + 4

    /// Reads the sentence whose `$` is at `start`, and notes where its fields end.
    static func read(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ fields: NMEASentence.FieldTable
    ) -> Reading {
        let first = start + 1
        let limit = first + NMEASentence.longest
        var commas = 0
        var sum: UInt8 = 0
        for i in first..<min(bytes.count, limit) {
            let byte = bytes[i]
            // Nothing beyond the comma ends a field or a sentence.
            guard byte <= UInt8(ascii: ",") else {
                sum ^= byte
                continue
            }
            var frame: NMEAFrame { NMEAFrame(body: first..<i, fieldCount: commas, end: i + 1) }
            switch byte {
            case UInt8(ascii: ","):
                fields.ends[commas] = UInt16(i - first)
                commas += 1
            case UInt8(ascii: "*"):
                if i + 2 >= bytes.count { return .unfinished }
                return .frame(frame.compared(sum, with: bytes[i + 1], bytes[i + 2]))
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .frame(frame)
            case UInt8(ascii: "$"):
                // Broken off by the next sentence: not to be trusted.
                return .frame(
                    NMEAFrame(body: first..<i, fieldCount: commas, end: i, checksum: .wrong))
            default: break
            }
            sum ^= byte
        }
        return bytes.count < limit ? .unfinished : .tooLong
    }

    /// The frame of a sentence whose bytes come to `sum`, and whose checksum has these two digits.
    private func compared(_ sum: UInt8, with first: UInt8, _ second: UInt8) -> NMEAFrame {
        var frame = self
        frame.checksum = .wrong
        guard let high = hexDigit(first), let low = hexDigit(second) else { return frame }
        frame.end += 2
        if high << 4 | low == sum { frame.checksum = .right }
        return frame
    }
}

/// The value of a hexadecimal digit, in either case; `nil` if it is none.
private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
}
