/// Letters, and what a folded name has for them.
enum PlainLetters {
    /// Those of Latin, Greek and Cyrillic, Arabic ones that are typed in several ways, and narrow
    /// kana.
    ///
    /// Only Foundation has a function that takes the accents off a letter. But Unicode's name of a
    /// letter says which one it is without them: `LATIN SMALL LETTER E WITH ACUTE`.
    static let all: [Unicode.Scalar: String] = {
        let scalars = blocks.joined().compactMap(Unicode.Scalar.init)
        let letters = scalars.filter(\.properties.isAlphabetic)
        var named: [String: Unicode.Scalar] = [:]
        for letter in letters { named[letter.name] = letter }
        var all = unnamed
        for letter in letters where all[letter] == nil { all[letter] = plain(letter, in: named) }
        return all
    }()

    /// Latin, Greek with Cyrillic, more Latin and Greek, ligatures, kana, narrow kana.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x00C0...0x02AF, 0x0370...0x052F, 0x1E00...0x1FFF, 0x2C60...0x2C7F, 0xFB00...0xFB06,
        0x3041...0x30FC, 0xFF66...0xFF9D,
    ]

    /// Letters whose names do not say it.
    private static let unnamed: [Unicode.Scalar: String] = [
        "ß": "ss", "ı": "i", "ð": "d", "þ": "th", "ŉ": "n", "ſ": "s", "ﬅ": "st",
        "ª": "a", "º": "o", "ς": "σ", "µ": "μ", "և": "եւ",
        "ё": "е", "й": "и", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к",
        // Without hamza and madda, as if these were marks of their own; Persian letters become
        // Arabic ones.
        "آ": "ا", "أ": "ا", "إ": "ا", "ٱ": "ا", "ؤ": "و", "ئ": "ي", "ى": "ي", "ی": "ي", "ک": "ك",
        "ة": "ه",
    ]

    private static func plain(
        _ letter: Unicode.Scalar, in named: [String: Unicode.Scalar]
    ) -> String {
        if let known = unnamed[letter] { return known }
        let lower = letter.properties.lowercaseMapping.unicodeScalars
        if let first = lower.first, first != letter {
            return first.isASCII ? String(first) : plain(first, in: named)
        }
        let words = letter.name.split(separator: " ")
        let base = words.first == "HALFWIDTH" ? words.dropFirst() : words.prefix { $0 != "WITH" }
        if base.starts(with: ["LATIN", "SMALL"]), base.count == 4, let last = base.last,
            last.utf8.count <= 2 || base.contains("LIGATURE")
        {
            return last.lowercased()
        }
        guard base.count < words.count, let simple = named[base.joined(separator: " ")] else {
            return String(letter)
        }
        return plain(simple, in: named)
    }
}

extension Unicode.Scalar {
    /// Unicode's name of the letter; "" if it has none.
    fileprivate var name: String { properties.name ?? "" }
}
