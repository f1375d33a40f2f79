/// The text of one element, which may come in several pieces.
struct GPXText {
    private var bytes = InlineArray<256, UInt8>(repeating: 0)
    /// How many bytes came, those that found no room included.
    private var count = 0

    /// Bytes; no time and no number is longer, not even with the blanks of a deep indentation.
    static let longest = 256

    mutating func clear() {
        count = 0
    }

    mutating func append(_ piece: Span<UInt8>) {
        if count + piece.count <= bytes.count {
            for i in piece.indices { bytes[count + i] = piece[i] }
        }
        count += piece.count
    }

    /// Reads the text as `value` of `point`, unless it was too long.
    func read(_ value: GPXPoint.Value, into point: inout GPXPoint) {
        if count <= bytes.count { point.read(value, bytes.span.extracting(0..<count)) }
    }
}
