extension String {
    /// Without white space at its ends.
    package var trimmed: String {
        let isTrimmed = utf8.withContiguousStorageIfAvailable { bytes in
            UnsafeRawBufferPointer(bytes).isSurelyTrimmed
        }
        if isTrimmed == true { return self }
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the text has no white space at its ends, and ASCII there, as most texts have.
    package var isSurelyTrimmed: Bool {
        guard let first, let last else { return false }
        return first.isVisible && last.isVisible
    }
}

extension UInt8 {
    /// Whether it is a character of ASCII that is neither white space nor a control character.
    fileprivate var isVisible: Bool { self > 0x20 && self < 0x7F }
}
