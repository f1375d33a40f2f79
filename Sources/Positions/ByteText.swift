/// Text as the bytes it came in, without making a `String` of it.
extension Span<UInt8> {
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for place in indices where self[place] != text.utf8Start[place] { return false }
        return true
    }

    func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for place in indices where self[place] != other[place] { return false }
        return true
    }

    /// `text` is lower case, and letters, digits, and what stands between words.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for place in indices where self[place] | 0x20 != text.utf8Start[place] | 0x20 {
            return false
        }
        return true
    }

    /// Where it is without the blanks of XML before and after it.
    var trimmed: Range<Int> {
        var (start, end) = (0, count)
        while start < end, self[start].isXMLBlank { start += 1 }
        while start < end, self[end - 1].isXMLBlank { end -= 1 }
        return start..<end
    }
}

extension UInt8 {
    /// Space, tab, line feed or carriage return.
    var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
