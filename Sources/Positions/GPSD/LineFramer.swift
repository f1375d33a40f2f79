/// Cuts what arrives into lines, in little memory however long they are.
struct LineFramer {
    /// Bytes of a line. gpsd's longest are some 10 000: a sky full of satellites.
    static let longest = 64 << 10

    /// How many lines were longer, and left out.
    private(set) var tooLong = 0
    private var unfinished: [UInt8] = []
    private var isSkipping = false

    /// The lines that `bytes` complete, without their ends.
    mutating func take(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let piece = rest[..<end]
            rest = rest[(end + 1)...]
            if isSkipping || isTooLong(with: piece) {
                skip()
            } else if unfinished.isEmpty {
                lines.append(piece.withoutReturn)
            } else {
                lines.append((unfinished + piece)[...].withoutReturn)
            }
            unfinished = []
            isSkipping = false
        }
        if isSkipping || isTooLong(with: rest) {
            skip()
        } else {
            unfinished += rest
        }
        return lines
    }

    private func isTooLong(with piece: ArraySlice<UInt8>) -> Bool {
        unfinished.count + piece.count > Self.longest
    }

    /// Leaves the rest of the line out. It counts at once: it may never end.
    private mutating func skip() {
        if !isSkipping { tooLong += 1 }
        isSkipping = true
        unfinished = []
    }

    /// What was begun will never be completed.
    mutating func reset() {
        unfinished = []
        isSkipping = false
    }
}

extension ArraySlice<UInt8> {
    fileprivate var withoutReturn: ArraySlice<UInt8> {
        last == UInt8(ascii: "\r") ? dropLast() : self
    }
}
