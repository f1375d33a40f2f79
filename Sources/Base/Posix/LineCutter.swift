/// Cuts what arrives into lines, in little memory however long they are.
package struct LineCutter: Sendable {
    /// How many lines were too long, and are left out; one counts before its end has come.
    package private(set) var tooLong = 0

    private let longest: Int
    private var unfinished: [UInt8] = []
    private var isSkipping = false

    /// `longest`: bytes that a line may have, besides its LF.
    package init(longest: Int) {
        self.longest = longest
    }

    /// The lines that `bytes` complete, without the LF or CR LF at their ends.
    package mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<end])
            rest = rest[(end + 1)...]
            if !isSkipping {
                if unfinished.last == UInt8(ascii: "\r") { unfinished.removeLast() }
                lines.append(unfinished)
            }
            reset()
        }
        append(rest)
        return lines
    }

    /// Whether a line has begun and has not ended.
    package var isInLine: Bool { isSkipping || !unfinished.isEmpty }

    /// What was begun will never be completed.
    package mutating func reset() {
        unfinished = []
        isSkipping = false
    }

    private mutating func append(_ piece: ArraySlice<UInt8>) {
        if isSkipping { return }
        unfinished += piece
        guard unfinished.count > longest else { return }
        tooLong += 1
        isSkipping = true
        unfinished = []
    }
}
