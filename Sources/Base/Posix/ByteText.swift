/// Text as the bytes that it came in, without making a `String` of it.
///
/// Inlinable, as other modules ask it of every byte and name of a file.
extension Span<UInt8> {
    @inlinable package func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for i in indices where self[i] != text.utf8Start[i] { return false }
        return true
    }

    /// `text` consists of lower case letters, digits, `-` and `_`; nothing else is compared right.
    @inlinable package func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for i in indices where self[i] | 0x20 != text.utf8Start[i] | 0x20 { return false }
        return true
    }

    @inlinable package var array: [UInt8] { withUnsafeBufferPointer { Array($0) } }

    /// The indices of what is left without the blanks (`isBlank`) at both ends.
    @inlinable package var trimmed: Range<Int> {
        var (start, end) = (0, count)
        while start < end, self[start].isBlank { start += 1 }
        while start < end, self[end - 1].isBlank { end -= 1 }
        return start..<end
    }
}

/// So that a `switch` can compare names.
@inlinable package func ~= (text: StaticString, name: Span<UInt8>) -> Bool { name.equals(text) }

extension UInt8 {
    /// Space, tab, line feed or carriage return: what XML and JSON take for blank.
    @inlinable package var isBlank: Bool {
        self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d
    }

    /// An ASCII digit.
    @inlinable package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits a byte, in small letters.
    package var hexadecimal: String {
        map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
