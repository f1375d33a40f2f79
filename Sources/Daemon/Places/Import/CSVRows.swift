import Posix

/// Reads a CSV file (RFC 4180) row by row, with the memory of one row.
final class CSVRows {
    /// Bytes that a row may have.
    static let longestRow = 1 << 20
    static let mostColumns = 1_000

    /// The line of the file that the row starts on, from 1.
    private(set) var line = 1
    /// How many fields the row has.
    var count: Int { ends.count }

    private let file: any ByteSource
    private let separator: UInt8
    private var piece = UnsafeRawBufferPointer(start: nil, count: 0)
    private var offset = 0
    private var nextLine = 1
    /// The row's fields, one after the other and without their quotes, and where each ends.
    private var text: [UInt8] = []
    private var ends: [Int] = []

    /// `nil` as long as it was all ASCII.
    private var encoding: Encoding?

    private enum Encoding { case utf8, windows1252 }

    private enum State {
        case fieldStart, plain, quoted
        /// After a quote in a quoted field, which ends the field, or is the first of two.
        case quote
    }

    /// `head`: how the file begins.
    init(_ file: any ByteSource, head: UnsafeRawBufferPointer) throws {
        self.file = file
        separator = Self.separator(in: head)
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if head.starts(with: byteOrderMark) { for _ in byteOrderMark { _ = try nextByte() } }
    }

    /// A comma, a semicolon or a tab: that which the first line has most of, outside of quotes.
    private static func separator(in head: UnsafeRawBufferPointer) -> UInt8 {
        let candidates: [UInt8] = [.comma, UInt8(ascii: ";"), .tab]
        var counts = [0, 0, 0]
        var isQuoted = false
        for byte in head {
            if byte == .quote { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == .newline || byte == .carriageReturn { break }
            if let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
        }
        let most = counts.max() ?? 0
        return candidates[counts.firstIndex(of: most) ?? 0]
    }

    /// A field of the row, without its quotes; `nil` if it is not text.
    subscript(index: Int) -> String? {
        let start = index == 0 ? 0 : ends[index - 1]
        let bytes = text[start..<ends[index]]
        if encoding == .windows1252 { return Windows1252.text(bytes) }
        if let text = String(validating: bytes, as: UTF8.self) {
            if encoding == nil, bytes.contains(where: { $0 > 0x7F }) { encoding = .utf8 }
            return text
        }
        // The first letter that ASCII has not tells of the whole file.
        guard encoding == nil, let text = Windows1252.text(bytes) else { return nil }
        encoding = .windows1252
        return text
    }

    /// How many fields there are up to the last that is not blank.
    var filled: Int {
        guard let last = text.lastIndex(where: { $0 > .space }) else { return 0 }
        return (ends.firstIndex { $0 > last } ?? 0) + 1
    }

    func isEmpty(_ index: Int) -> Bool {
        ends[index] == (index == 0 ? 0 : ends[index - 1])
    }

    private func nextByte() throws -> UInt8? {
        if offset == piece.count {
            guard let next = try file.next() else { return nil }
            piece = next
            offset = 0
        }
        defer { offset += 1 }
        return piece[offset]
    }

    private func skip(_ byte: UInt8) throws {
        if offset == piece.count {
            guard let next = try file.next() else { return }
            piece = next
            offset = 0
        }
        if piece[offset] == byte { offset += 1 }
    }

    /// Goes to the next row with anything but blanks in it; `false` at the end.
    func next() throws -> Bool {
        repeat {
            guard try readRow() else { return false }
        } while filled == 0
        return true
    }

    private func readRow() throws -> Bool {
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        line = nextLine
        var state = State.fieldStart
        var quoteLine = line
        var hasBytes = false
        while let byte = try nextByte() {
            hasBytes = true
            if state == .quoted {
                if byte == .quote {
                    state = .quote
                } else {
                    if byte == .newline { nextLine += 1 }
                    text.append(byte)
                    try checkLength(quoteLine: quoteLine)
                }
                continue
            }
            switch byte {
            case separator:
                try endField()
                state = .fieldStart
            case .newline, .carriageReturn:
                if byte == .carriageReturn { try skip(.newline) }
                nextLine += 1
                try endField()
                return true
            case .quote where state == .fieldStart:
                state = .quoted
                quoteLine = nextLine
            case .quote where state == .quote:
                text.append(byte)
                state = .quoted
            default:
                if state == .quote {
                    throw damaged(
                        nextLine,
                        "there is text after a closing quote: write quotes in a text twice")
                }
                text.append(byte)
                state = .plain
                try checkLength(quoteLine: nil)
            }
        }
        if state == .quoted {
            throw damaged(quoteLine, "the text in quotes that starts here does not end: close it")
        }
        guard hasBytes else { return false }
        try endField()
        return true
    }

    private func endField() throws {
        ends.append(text.count)
        if ends.count > Self.mostColumns {
            throw damaged(
                line, "the row has more than \(Self.mostColumns) columns: is a line break missing?")
        }
    }

    private func checkLength(quoteLine: Int?) throws {
        guard text.count > Self.longestRow else { return }
        throw damaged(
            quoteLine ?? line,
            "the row is longer than \(Self.longestRow >> 20) MiB: is a quote or a line break missing?"
        )
    }

    func damaged(_ line: Int, _ what: String) -> ImportError {
        .damaged(FileLine(file.name, line), what)
    }
}
