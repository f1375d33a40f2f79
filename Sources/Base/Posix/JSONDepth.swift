/// How deep JSON from outside may be nested. It is looked at before anything decodes it: some decoders
/// take time that grows with the cube of the depth.
package enum JSONDepth {
    /// Arrays and objects within each other. What programs send has half of that.
    package static let most = 16

    /// Whether `text` may be nested too deep for a decoder that reads UTF-16 as well: of that, which always
    /// has a zero, the depth cannot be told here.
    package static func isUnsafe(_ text: some Collection<UInt8>) -> Bool {
        text.contains(0) || isExceeded(by: text)
    }

    /// Whether UTF-8 is nested deeper than `most`. What is no JSON may have either answer.
    package static func isExceeded(by text: some Sequence<UInt8>) -> Bool {
        var depth = 0
        var (isString, isEscaped) = (false, false)
        for byte in text {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case .backslash: isEscaped = isString
            case .quote: isString.toggle()
            case _ where isString: break
            case .leftBrace, .leftBracket:
                depth += 1
                if depth > most { return true }
            case .rightBrace, .rightBracket: depth -= 1
            default: break
            }
        }
        return false
    }

    /// For a message, after the name of what is nested so deep.
    package static let words = "is nested more than \(most) deep, or is not UTF-8"
}
