import Posix

/// Walks over the JSON of one line, and keeps nothing of it.
///
/// It is stricter than RFC 8259 about numbers and depth: see `GPSDLine`.
struct JSONWalk {
    struct Malformed: Error {}

    /// What a value is.
    enum Kind { case string, number, other }

    private let bytes: ArraySlice<UInt8>
    private(set) var place: Int
    private var depth = 0

    /// gpsd's own objects are two deep.
    private static let deepest = 8
    /// A double has 24 characters at most, as gpsd writes it fewer.
    private static let longestNumber = 40
    /// Digits of an exponent.
    private static let longestExponent = 3

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    var isAtEnd: Bool { place == bytes.endIndex }

    private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

    mutating func skipBlanks() {
        while let byte = next, byte.isBlank { place += 1 }
    }

    private mutating func take(_ byte: Unicode.Scalar) throws(Malformed) {
        guard next == UInt8(ascii: byte) else { throw Malformed() }
        place += 1
    }

    /// Calls `body` with each member's name, where its value lies, and what that is.
    mutating func object(
        _ body: (ArraySlice<UInt8>, Range<Int>, Kind) throws(Malformed) -> Void
    ) throws(Malformed) {
        try list("{", "}") { (walk: inout JSONWalk) throws(Malformed) in
            let start = walk.place
            try walk.string()
            let name = walk.bytes[(start + 1)..<(walk.place - 1)]
            walk.skipBlanks()
            try walk.take(":")
            walk.skipBlanks()
            let value = walk.place
            let kind = try walk.value()
            try body(name, value..<walk.place, kind)
        }
    }

    /// Calls `body` with where each element lies.
    mutating func array(_ body: (Range<Int>) throws(Malformed) -> Void) throws(Malformed) {
        try list("[", "]") { (walk: inout JSONWalk) throws(Malformed) in
            let start = walk.place
            _ = try walk.value()
            try body(start..<walk.place)
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
                place += 1
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
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.endIndex, bytes[place..<end].span.equals(word) else {
            throw Malformed()
        }
        place = end
    }

    private mutating func string() throws(Malformed) {
        try take("\"")
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw Malformed() }
            // What follows is a quote or a backslash, or begins an escape: its letters are no matter.
            place += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        try take("\"")
    }

    private mutating func number() throws(Malformed) {
        let start = place
        if next == UInt8(ascii: "-") { place += 1 }
        try digits()
        if next == UInt8(ascii: ".") {
            place += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            place += 1
            if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { place += 1 }
            let exponent = place
            try digits()
            guard place - exponent <= Self.longestExponent else { throw Malformed() }
        }
        guard place - start <= Self.longestNumber else { throw Malformed() }
    }

    private mutating func digits() throws(Malformed) {
        let start = place
        while let byte = next, byte.isDigit { place += 1 }
        guard place > start else { throw Malformed() }
    }
}
