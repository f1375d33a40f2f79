import Glibc

/// The markup of a track point, with gaps where its values stand.
///
/// Recorders write all their points alike. expat has read one point; bytes in the same segment with
/// the same markup, and with plain text in the gaps, are another that means the same. They need no
/// expat.
struct GPXShape {
    /// How many lines end in the markup.
    let lines: Int
    /// The bytes of the point without the gaps.
    private let markup: [UInt8]
    private let gaps: [Gap]

    private struct Gap {
        /// The value that stands in it; `nil` if that is not read.
        let value: GPXPoint.Value?
        /// How many bytes of the markup stand before it.
        let offset: Int
    }

    /// Bytes of a point that is remembered.
    private static let longest = 4096

    /// The shape of `point`, which expat has read as one point of a track; `nil` if there is
    /// anything but tags and text in it.
    init?(of point: UnsafeRawBufferPointer) {
        guard point.count <= Self.longest, let found = GPXPointText(point) else { return nil }
        var markup: [UInt8] = []
        var offset = 0
        gaps = found.texts.map { text in
            markup += point[offset..<text.range.lowerBound]
            offset = text.range.upperBound
            return Gap(value: text.value, offset: markup.count)
        }
        markup += point[offset..<found.end]
        self.markup = markup
        lines = markup.withUnsafeBytes(\.lineEnds)
    }

    /// Reads the point at `offset`, which then moves behind it; `false` if none of this shape is
    /// there.
    func read(
        _ bytes: UnsafeRawBufferPointer, from offset: inout Int, into point: inout GPXPoint,
        _ times: inout QuickTimes
    ) -> Bool {
        point = GPXPoint()
        var (end, seen) = (offset, 0)
        for i in gaps.indices {
            let gap = gaps[i]
            guard skip(seen..<gap.offset, bytes, from: &end) else { return false }
            seen = gap.offset
            if let value = gap.value,
                point.readQuickly(value, bytes, from: &end, to: markup[seen], &times)
            {
                continue
            }
            let text = bytes.plainText(from: end)
            guard text.count <= GPXText.longest else { return false }
            if let value = gap.value { point.read(value, text.bindMemory(to: UInt8.self).span) }
            end += text.count
        }
        guard skip(seen..<markup.count, bytes, from: &end) else { return false }
        offset = end
        return true
    }

    /// Whether this part of the markup stands at `offset`, which then moves behind it.
    @inline(__always)
    private func skip(
        _ part: Range<Int>, _ bytes: UnsafeRawBufferPointer, from offset: inout Int
    ) -> Bool {
        guard part.count <= bytes.count - offset, let start = bytes.baseAddress else {
            return false
        }
        let isThere = markup.withUnsafeBytes {
            memcmp($0.baseAddress! + part.lowerBound, start + offset, part.count) == 0
        }
        if isThere { offset += part.count }
        return isThere
    }
}

extension UnsafeRawBufferPointer {
    /// How many lines end in these bytes. expat counts LF, CR LF and CR.
    var lineEnds: Int {
        indices.count {
            self[$0] == 0x0a || self[$0] == 0x0d && ($0 + 1 == count || self[$0 + 1] != 0x0a)
        }
    }

    /// The text from `start` on that means the same in any encoding, in an attribute and between
    /// tags: ASCII without controls, quotes, `&`, `<` and `>`.
    @inline(__always)
    fileprivate func plainText(from start: Int) -> UnsafeRawBufferPointer {
        var offset = start
        while true {
            let markup = word(at: offset).markup
            offset += markup.trailingZeroBitCount / 8
            if markup != 0 { return UnsafeRawBufferPointer(rebasing: self[start..<offset]) }
        }
    }
}

extension UInt64 {
    /// The top bit of the first of eight bytes that is no plain text, and no bits of those before
    /// it.
    fileprivate var markup: UInt64 {
        // `<` and `>` differ in one bit.
        let bracket = (self | 0x0202_0202_0202_0202) ^ 0x3e3e_3e3e_3e3e_3e3e
        let isBracket = (bracket &- 0x0101_0101_0101_0101) & ~bracket
        // Controls, quotes and `&` are below `(`, and so is the blank, which is plain text.
        let isLower = self &- 0x2828_2828_2828_2828
        let blank = self ^ 0x2020_2020_2020_2020
        let isOther = (blank & 0x7f7f_7f7f_7f7f_7f7f) &+ 0x7f7f_7f7f_7f7f_7f7f
        return (self | isBracket | isLower & isOther) & 0x8080_8080_8080_8080
    }
}
