import Posix

/// Walks over the JSON of one line, and copies nothing.
///
/// It is stricter than RFC 8259 about numbers and depth: see `GPSDLine`.
struct JSONWalk {
    struct Malformed: Error {}

    /// What a value is.
    enum Kind { case string, number, other }

    private let bytes: ArraySlice<UInt8>
    private(set) var index: Int
    private var depth = 0

    /// The deepest nesting that is read; objects of gpsd are two deep.
    private static let deepest = 8
    /// Characters; a double has at most 24, and gpsd writes fewer.
    private static let longestNumber = 40
    /// Digits of an exponent.
    private static let longestExponent = 3

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index == bytes.endIndex }

    private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    mutating func skipBlanks() {
        while let byte = next, byte.isBlank { index += 1 }
    }

    private mutating func take(_ byte: Unicode.Scalar) throws(Malformed) {
        guard next == UInt8(ascii: byte) else { throw Malformed() }
        index += 1
    }

    /// Calls `body` with each member's name, where its value lies, and what that is.
    mutating func object(
        _ body: (ArraySlice<UInt8>, Range<Int>, Kind) throws(Malformed) -> Void
    ) throws(Malformed) {
        try list("{", "}") { (walk: inout JSONWalk) throws(Malformed) in
            let start = walk.index
            try walk.string()
            let name = walk.bytes[(start + 1)..<(walk.index - 1)]
            walk.skipBlanks()
            try walk.take(":")
            walk.skipBlanks()
            let value = walk.index
            let kind = try walk.value()
            try body(name, value..<walk.index, kind)
        }
    }

    /// Calls `body` with where each element lies.
    mutating func array(_ body: (Range<Int>) throws(Malformed) -> Void) throws(Malformed) {
        try list("[", "]") { (walk: inout JSONWalk) throws(Malformed) in
            let start = walk.index
            _ = try walk.value()
            try body(start..<walk.index)
        }
    }

    private mutating func list(
        _ first: Unicode.Scalar, _ last: Unicode.Scalar,
        _ element: (inout JSONWalk) throws(Malformed) -> Void
    ) throws(Malformed) {
        try take(first)
        depth += 1
        guard depth <= Self.deepest else { throw Malformed() }
        skipBlanks()
        if next != UInt8(ascii: last) {
            while true {
                skipBlanks()
                try element(&self)
                skipBlanks()
                guard next == UInt8(ascii: ",") else { break }
                index += 1
            }
        }
        try take(last)
        depth -= 1
    }

    private mutating func value() throws(Malformed) -> Kind {
        switch next {
        case UInt8(ascii: "\""):
            try string()
            return .string
        case UInt8(ascii: "{"): try object { (_, _, _) throws(Malformed) in }
        case UInt8(ascii: "["): try array { (_) throws(Malformed) in }
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default:
            try number()
            return .number
        }
        return .other
    }

    private mutating func word(_ word: StaticString) throws(Malformed) {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.endIndex, bytes[index..<end].span.equals(word) else {
            throw Malformed()
        }
        index = end
    }

    private mutating func string() throws(Malformed) {
        try take("\"")
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw Malformed() }
            // A backslash escapes the next byte, which may be a quote; other escapes are not checked.
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        try take("\"")
    }

    private mutating func number() throws(Malformed) {
        let start = index
        if next == UInt8(ascii: "-") { index += 1 }
        try digits()
        if next == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            index += 1
            if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { index += 1 }
            let exponent = index
            try digits()
            guard index - exponent <= Self.longestExponent else { throw Malformed() }
        }
        guard index - start <= Self.longestNumber else { throw Malformed() }
    }

    private mutating func digits() throws(Malformed) {
        let start = index
        while let byte = next, byte.isDigit { index += 1 }
        guard index > start else { throw Malformed() }
    }
}
