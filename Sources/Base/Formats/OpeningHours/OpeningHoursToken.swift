import Posix

/// A word, number or sign of an `opening_hours` text.
struct OpeningHoursToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// ASCII letters, in lower case.
        case word(String)
        /// Up to four digits.
        case number(Int, digits: Int)
        /// `9:00`, `24:00`, `26:00`: minutes since midnight, 0…2880.
        case time(Int)
        /// `"by appointment"`, which is meant for people.
        case comment
        /// `24/7`
        case always
        /// `||`
        case fallback
        /// One of `-,;:+/[]`.
        case sign(Character)
    }

    var kind: Kind
    /// The offset of its first byte.
    var start: Int
}

/// Cuts a text into tokens; spaces separate them, and mean nothing else.
struct OpeningHoursTokens {
    private let bytes: [UInt8]
    /// Of the next byte.
    private var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// `nil` at the end, and where no token begins (then `remainder` says where).
    mutating func next() -> OpeningHoursToken? {
        while let byte = peek, byte <= 0x20 || byte > 0x7F, take(where: \.isBlank) {}
        let start = offset
        guard let kind = kind() else {
            offset = start
            return nil
        }
        return OpeningHoursToken(kind: kind, start: start)
    }

    /// The offset of the first byte that is not understood; `nil` at the end.
    var remainder: Int? { offset < bytes.count ? offset : nil }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func kind() -> OpeningHoursToken.Kind? {
        guard let byte = peek else { return nil }
        if byte.isLetter { return word() }
        if byte.isDigit { return take("24/7") ? .always : time() ?? number() }
        if byte == UInt8(ascii: "\"") { return comment() }
        if take("||") { return .fallback }
        // Other dashes can mean nothing else, and are in real data.
        if byte > 0x7F, take(where: \.isDash) { return .sign("-") }
        guard "-,;:+/[]".utf8.contains(byte) else { return nil }
        offset += 1
        return .sign(Character(UnicodeScalar(byte)))
    }

    private mutating func word() -> OpeningHoursToken.Kind {
        let word = prefix(while: \.isLetter)
        return .word(String(decoding: word.map { $0 | 0x20 }, as: UTF8.self))
    }

    private mutating func number() -> OpeningHoursToken.Kind? {
        let digits = prefix(while: \.isDigit)
        guard digits.count <= 4 else { return nil }
        return .number(digits.decimal, digits: digits.count)
    }

    /// `nil`, and nothing taken, where no hours and minutes come next.
    private mutating func time() -> OpeningHoursToken.Kind? {
        let start = offset
        let hours = prefix(while: \.isDigit)
        if hours.count <= 2, take(":") {
            let minutes = prefix(while: \.isDigit)
            let time = hours.decimal * 60
            if minutes.count == 2, minutes.decimal < 60, time + minutes.decimal <= 48 * 60 {
                return .time(time + minutes.decimal)
            }
        }
        offset = start
        return nil
    }

    private mutating func comment() -> OpeningHoursToken.Kind? {
        offset += 1
        _ = prefix { $0 != UInt8(ascii: "\"") }
        return take("\"") ? .comment : nil
    }

    /// Takes `text` unless it goes on with another digit.
    private mutating func take(_ text: StaticString) -> Bool {
        let text = text.withUTF8Buffer { Array($0) }
        guard bytes[offset...].starts(with: text) else { return false }
        let after = offset + text.count
        if text.last?.isDigit == true, after < bytes.count, bytes[after].isDigit { return false }
        offset = after
        return true
    }

    private mutating func take(where isWanted: (Unicode.Scalar.Properties) -> Bool) -> Bool {
        let rest = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
        guard let scalar = rest.unicodeScalars.first, isWanted(scalar.properties) else {
            return false
        }
        offset += UTF8.width(scalar)
        return true
    }

    private mutating func prefix(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let part = bytes[offset...].prefix(while: isPart)
        offset += part.count
        return part
    }
}

extension Unicode.Scalar.Properties {
    /// Whether it leaves no ink: a space of any width, a line break, or a mark as U+200B.
    fileprivate var isBlank: Bool { isWhitespace || generalCategory == .format }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

extension ArraySlice<UInt8> {
    /// Of at most four digits.
    fileprivate var decimal: Int { reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
}
