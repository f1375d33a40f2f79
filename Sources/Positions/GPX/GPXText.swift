/// The text of one element, which may come in several pieces.
struct GPXText {
    private var bytes = InlineArray<256, UInt8>(repeating: 0)
    /// How much there was of it, also of what found no room.
    private var count = 0

    /// In bytes: no time and no number is longer, with the blanks of a deep indentation around it.
    static let longest = 256

    mutating func clear() {
        count = 0
    }

    mutating func append(_ piece: Span<UInt8>) {
        if count + piece.count <= bytes.count {
            for place in piece.indices { bytes[count + place] = piece[place] }
        }
        count += piece.count
    }

    /// Does nothing if it was too long.
    func read(_ value: GPXPoint.Value, into point: inout GPXPoint) {
        if count <= bytes.count { point.read(value, bytes.span.extracting(0..<count)) }
    }
}
