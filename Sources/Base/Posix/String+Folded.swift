extension String {
    /// A name as it is compared and looked up: the same however people write it.
    ///
    /// Letters and digits stay, in lower case and without accents. Spaces and punctuation go, since
    /// spellings differ in them: `7-Eleven`, `7 Eleven`, `7Eleven`; `Mc Donald’s`. Symbols go as
    /// well, except `&` and `+`, which are spoken: `C&A` is not `CA`. Where nothing would be left,
    /// the text stays as it is, in lower case: a shop can be called `!!!`.
    ///
    /// Nothing is translated: `ö` is `o`, not `oe`, and `&` is not `and`.
    package var folded: String { foldedASCII ?? foldedUnicode }

    /// `nil` if the text is not ASCII, or nothing would be left.
    private var foldedASCII: String? {
        let text = String(unsafeUninitializedCapacity: utf8.count) { folded in
            var count = 0
            for byte in utf8 {
                guard byte < 0x80 else { return 0 }
                guard let letter = byte.folded else { continue }
                folded[count] = letter
                count += 1
            }
            return count
        }
        return text.isEmpty ? nil : text
    }

    private var foldedUnicode: String {
        var folded = ""
        for scalar in unicodeScalars { folded.appendFolded(scalar) }
        return folded.isEmpty ? lowercased() : folded
    }
}

extension UInt8 {
    /// What a character of ASCII becomes; `nil` if it goes.
    fileprivate var folded: UInt8? {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): self
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self | 0x20
        case UInt8(ascii: "&"), UInt8(ascii: "+"): self
        default: nil
        }
    }
}

extension String {
    fileprivate mutating func appendFolded(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            if let letter = UInt8(scalar.value).folded { append(Unicode.Scalar(letter)) }
        } else if let letters = PlainLetters.all[scalar] {
            self += letters
        } else if let usual = scalar.usualWidth {
            appendFolded(usual)
        } else {
            appendOther(scalar)
        }
    }

    private mutating func appendOther(_ scalar: Unicode.Scalar) {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .uppercaseLetter, .titlecaseLetter, .letterNumber:
            for lower in properties.lowercaseMapping.unicodeScalars {
                if lower == scalar { append(lower) } else { appendFolded(lower) }
            }
        case .lowercaseLetter, .otherLetter: appendJoined(scalar)
        // Up to the Arabic ones, these are apostrophes and ornaments (ʼ, ـ); then letters (ー, 々).
        case .modifierLetter where scalar.value < 0x0700: break
        case .modifierLetter: append(scalar)
        case .nonspacingMark where scalar.isAccent: break
        case .nonspacingMark, .spacingMark: appendJoined(scalar)
        case .decimalNumber, .otherNumber: append(scalar.digit ?? scalar)
        default: break
        }
    }

    /// Appends a part of a syllable; it joins the part before if the two are one character.
    private mutating func appendJoined(_ scalar: Unicode.Scalar) {
        if let last = unicodeScalars.last, let joined = Syllable.join(last, scalar) {
            unicodeScalars.removeLast()
            append(joined)
        } else {
            append(scalar)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        unicodeScalars.append(scalar)
    }
}

extension Unicode.Scalar {
    /// The same character in its usual width, if this is a wide Latin one or a narrow mark of kana.
    fileprivate var usualWidth: Unicode.Scalar? {
        switch value {
        case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFF01 + 0x21)
        case 0xFF9E...0xFF9F: Unicode.Scalar(value - 0xFF9E + 0x3099)
        default: nil
        }
    }

    /// Whether it is a mark over, under or through a letter, and not a vowel or a tone, as marks of
    /// Thai and Devanagari are.
    ///
    /// The classes are those of The Unicode Standard 4.3: 1 are overlays, 10 to 36 the points of
    /// Hebrew and Arabic, those from 200 on accents.
    fileprivate var isAccent: Bool {
        switch properties.canonicalCombiningClass.rawValue {
        case 1, 10...36, 200...: true
        default: properties.isVariationSelector
        }
    }

    /// `0` to `9` for a digit of another script, or one as `²` and `①`; `nil` for other characters.
    fileprivate var digit: Unicode.Scalar? {
        switch properties.numericType {
        case .decimal, .digit:
            properties.numericValue.map { Unicode.Scalar(UInt8(ascii: "0") + UInt8($0)) }
        default: nil
        }
    }
}
