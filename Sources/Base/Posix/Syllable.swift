/// Syllables that may come in parts, as in names of files and in narrow kana.
enum Syllable {
    /// The character that `first` and `second` are together; `nil` if they are two.
    static func join(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        switch (first.value, second.value) {
        case (0x3041...0x30FF, 0x3099...0x309A): voiced[Character(first, second)]
        case (0x1100...0x1112, 0x1161...0x1175):
            Unicode.Scalar(
                0xAC00 + ((first.value - 0x1100) * vowels + second.value - 0x1161) * endings)
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00) % endings == 0:
            Unicode.Scalar(first.value + second.value - 0x11A7)
        default: nil
        }
    }

    /// How many vowels Hangul has, and how many endings, counting none as one. Its syllables are in
    /// the order of their parts (The Unicode Standard 3.12).
    private static let (vowels, endings): (UInt32, UInt32) = (21, 28)

    /// All kana by their parts: as `Character`, the parts are equal to the whole.
    private static let voiced: [Character: Unicode.Scalar] = {
        let kana = (0x3041...0x30FF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        return Dictionary(kana.map { (Character($0), $0) }) { first, _ in first }
    }()
}

extension Character {
    fileprivate init(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
        var text = String.UnicodeScalarView()
        text.append(first)
        text.append(second)
        // It is one character, since the second is a mark.
        self = String(text).first ?? Character(first)
    }
}
