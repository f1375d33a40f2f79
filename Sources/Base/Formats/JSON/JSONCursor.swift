import Glibc
import Posix

/// Reads a file of JSON only as closely as is needed to see where values begin and end.
///
/// It knows strings, escapes and nesting. `JSONParser` finds out whether a value is well made.
struct JSONCursor: ~Copyable {
    private let file: any ByteSource
    private var piece = UnsafeRawBufferPointer(start: nil, count: 0)
    private var offset = 0
    /// The line of the next byte, from 1.
    private(set) var line = 1
    /// The line on which the text began that is being read, and that the file must not end within.
    var textLine = 1

    init(_ file: any ByteSource) {
        self.file = file
    }

    func location(_ line: Int) -> FileLine { FileLine(file.name, line) }

    var fileName: String { file.name }

    /// The next byte, which is not passed; `nil` at the end of the file.
    mutating func peek() throws -> UInt8? {
        if offset == piece.count {
            guard let next = try file.next() else { return nil }
            piece = next
            offset = 0
        }
        return piece[offset]
    }

    private mutating func skipSpace() throws {
        while let byte = try peek() {
            switch byte {
            case .newline: line += 1
            case .space, .tab, .carriageReturn: break
            default: return
            }
            offset += 1
        }
    }

    /// Passes white space, and says whether `byte` is next.
    mutating func isNext(_ byte: UInt8) throws -> Bool {
        try skipSpace()
        return try peek() == byte
    }

    /// Passes white space, and says whether nothing comes after it.
    mutating func isAtEnd() throws -> Bool {
        try skipSpace()
        return try peek() == nil
    }

    /// Passes white space, and then `byte` if that is next.
    mutating func take(_ byte: UInt8) throws -> Bool {
        guard try isNext(byte) else { return false }
        offset += 1
        return true
    }

    /// Passes white space and then `byte`, which must be next.
    mutating func expect(_ byte: UInt8) throws {
        guard try take(byte) else { throw try missing(byte) }
    }

    /// The error that says that `byte` is not next.
    mutating func missing(_ byte: UInt8) throws -> GeoJSONError {
        try peek() == nil
            ? .unfinished(location(textLine)) : .missing(location(line), Unicode.Scalar(byte))
    }

    /// Passes these bytes, up to the first that is not next; `false` if there is one.
    mutating func skip(_ bytes: [UInt8]) throws -> Bool {
        for byte in bytes {
            guard try peek() == byte else { return false }
            offset += 1
        }
        return true
    }

    /// The rest of the line without its end; `nil` if that is not in the piece at hand.
    func wholeLine() -> UnsafeRawBufferPointer? {
        let rest = UnsafeRawBufferPointer(rebasing: piece[offset...])
        guard let start = rest.baseAddress,
            let end = memchr(start, Int32(UInt8.newline), rest.count)
        else { return nil }
        return UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - start)
    }

    /// Passes `count` bytes of `wholeLine()`.
    mutating func skip(_ count: Int) { offset += count }

    /// Passes white space and a value, which it adds to `text`; throws if that gets larger than
    /// `limit` bytes.
    mutating func copyValue(to text: inout [UInt8], limit: Int) throws {
        try skipSpace()
        let start = line
        var value = ValueEnd()
        while try peek() != nil {
            let rest = UnsafeRawBufferPointer(rebasing: piece[offset...])
            let end = value.find(in: rest, line: &line)
            if value.isBroken { throw GeoJSONError.notJSON(location(line), .brokenString) }
            let count = end ?? rest.count
            guard text.count + count <= limit else {
                throw GeoJSONError.tooLarge(location(start), limit: limit)
            }
            text.append(contentsOf: rest[..<count])
            offset += count
            if end != nil { return }
        }
        throw GeoJSONError.unfinished(location(start))
    }
}

/// Finds the end of one value, which comes in pieces.
private struct ValueEnd {
    /// How many objects and arrays are open.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// Whether there was a line break in a string, most often because its closing quote is missing.
    private(set) var isBroken = false

    /// The index just past the value; `nil` if the value goes on in the next piece. Adds the line
    /// breaks that it passes to `line`.
    mutating func find(in bytes: UnsafeRawBufferPointer, line: inout Int) -> Int? {
        var index = 0
        while index < bytes.count {
            if isInString {
                skipString(in: bytes, &index)
                if isInString { return nil }
                if depth == 0 { return index }
                continue
            }
            let byte = bytes[index]
            index += 1
            switch byte {
            case .quote: isInString = true
            case .leftBrace, .leftBracket: depth += 1
            case .rightBrace, .rightBracket:
                // It closes what encloses the value: a number or a word, or none at all.
                if depth == 0 { return index - 1 }
                depth -= 1
                if depth == 0 { return index }
            case .comma, .space, .tab, .carriageReturn, .newline:
                if depth == 0 { return index - 1 }
                if byte == .newline { line += 1 }
            default: break
            }
        }
        return nil
    }

    /// Goes past the closing quote, to a line break, or to the end of the bytes.
    private mutating func skipString(in bytes: UnsafeRawBufferPointer, _ index: inout Int) {
        if isEscaped, index < bytes.count {
            isEscaped = false
            index += 1
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case .quote:
                isInString = false
                return
            case .backslash:
                // The escaped byte is skipped here, or at the start of the next piece.
                isEscaped = index == bytes.count
                index = min(index + 1, bytes.count)
            case .newline:
                isBroken = true
                return
            default: break
            }
        }
    }
}
