/// What someone has typed to find a place.
struct SearchText {
    let words: [Word]

    /// Letters and digits that belong together, as the full-text index takes names apart.
    struct Word {
        var text: String
        /// Where it is in what was typed.
        fileprivate var range: Range<String.Index>
    }

    let typed: String

    /// `nil` if no letter or digit is in it.
    init?(_ typed: String) {
        self.typed = typed
        words = typed.unicodeScalars.split { !$0.isPartOfTypedWord }.map { part in
            Word(text: String(part), range: part.startIndex..<part.endIndex)
        }
        if words.isEmpty { return nil }
    }

    /// As it was typed from the first of these words to the last: `C&A` is two words.
    func typed(_ part: ArraySlice<Word>) -> String {
        guard let first = part.first, let last = part.last else { return "" }
        return String(typed[first.range.lowerBound..<last.range.upperBound])
    }
}

/// What is asked of the full-text index, in its language (SQLite, FTS5, 3).
///
/// Words are in quotes, so that none of them is an operator.
enum SearchExpression {
    /// The columns of `place_search`, from what tells most to what tells least.
    enum Column: String {
        case name, folded, brand, categories, address, description
    }

    static let title: [Column] = [.name, .folded, .brand]
    static let kind = title + [.categories]
    static let facts = kind + [.address]
    static let all = facts + [.description]

    /// Places with all of the words. `isBegun`: the last may be only begun.
    static func all(
        _ words: ArraySlice<SearchText.Word>, in columns: [Column], isBegun: Bool
    ) -> String {
        let phrases = words.indices.map { index in
            phrase(words[index].text, isBegun: isBegun && index == words.endIndex - 1)
        }
        return among(columns, phrases.joined(separator: " AND "))
    }

    /// Places with one of the words at least, as they were written.
    static func any(_ words: ArraySlice<SearchText.Word>, in columns: [Column]) -> String {
        among(columns, words.map { phrase($0.text, isBegun: false) }.joined(separator: " OR "))
    }

    /// Places with a name that is the same, or begins the same, however it is written.
    static func named(_ folded: String, isBegun: Bool) -> String {
        "folded : ^ " + phrase(folded, isBegun: isBegun)
    }

    private static func among(_ columns: [Column], _ expression: String) -> String {
        "{\(columns.map(\.rawValue).joined(separator: " "))} : (\(expression))"
    }

    private static func phrase(_ text: String, isBegun: Bool) -> String {
        let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"")
        return "\"\(quoted)\"" + (isBegun && text.isEnoughToBegin ? " *" : "")
    }
}

extension String {
    /// Whether this tells something of a word that begins with it. The index goes through all such
    /// words first, and of a few Latin letters there are too many.
    fileprivate var isEnoughToBegin: Bool {
        unicodeScalars.count >= 3 || unicodeScalars.contains { $0.value >= 0x2E80 }
    }
}

extension Unicode.Scalar {
    /// As the full-text index has it (`unicode61`), with the accents of a letter.
    var isPartOfTypedWord: Bool {
        if isASCII { return properties.isAlphabetic || properties.numericType != nil }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .privateUse:
            return true
        default: return false
        }
    }
}
