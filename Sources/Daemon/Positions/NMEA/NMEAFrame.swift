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
        let (first, ends) = (start + 1, fields.ends)
        let text = UnsafeRawBufferPointer(rebasing: bytes[first...])
        var (commas, sum) = (0, UInt8(0))
        for i in 0..<min(text.count, NMEASentence.longest) {
            let byte = text[i]
            // Nothing beyond the star ends a sentence. A comma is counted without a branch, as a
            // processor cannot guess where the next one stands.
            ends[commas] = UInt16(truncatingIfNeeded: i)
            commas &+= byte == UInt8(ascii: ",") ? 1 : 0
            guard byte <= UInt8(ascii: "*") else {
                sum ^= byte
                continue
            }
            var frame = NMEAFrame(body: first..<first + i, fieldCount: commas, end: first + i + 1)
            switch byte {
            case UInt8(ascii: "*"):
                if i + 2 >= text.count { return .unfinished }
                frame.compare(sum, with: (text[i + 1], text[i + 2]))
                return .frame(frame)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .frame(frame)
            case UInt8(ascii: "$"):
                // Broken off by the next sentence: not to be trusted.
                (frame.end, frame.checksum) = (first + i, .wrong)
                return .frame(frame)
            default: sum ^= byte
            }
        }
        return text.count < NMEASentence.longest ? .unfinished : .tooLong
    }

    /// `sum`: of the bytes before the star. `digits`: those behind it.
    private mutating func compare(_ sum: UInt8, with digits: (UInt8, UInt8)) {
        checksum = .wrong
        guard let high = hexDigit(digits.0), let low = hexDigit(digits.1) else { return }
        end += 2
        if high << 4 | low == sum { checksum = .right }
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
