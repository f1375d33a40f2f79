import Posix

/// A text that was typed to find a place.
struct SearchText {
    /// At most `mostWords`: no place has more of them in its name, and each is another question.
    let words: [Word]
    static let mostWords = 32

    /// Letters and digits that stand together, as the full-text index splits texts.
    struct Word {
        var text: String
        /// Whether it is long enough for a question about words that begin so.
        var isEnoughToBegin: Bool { text.isEnoughToBegin }
        /// Where it stands in the text.
        fileprivate var range: Range<String.Index>

        fileprivate init(_ text: String, at range: Range<String.Index>) {
            (self.text, self.range) = (text, range)
        }

        /// One that was not typed.
        init(_ text: String) { self.init(text, at: text.startIndex..<text.startIndex) }
    }

    let typed: String

    /// `nil` if the text has no letter and no digit.
    init?(_ typed: String) {
        self.typed = typed
        words = typed.unicodeScalars.split { !$0.isPartOfTypedWord }.prefix(Self.mostWords).map {
            part in
            Word(String(part), at: part.startIndex..<part.endIndex)
        }
        if words.isEmpty { return nil }
    }

    /// The text from the first of these words to the last, as it was typed: `C&A` is two words.
    func typed(_ part: ArraySlice<Word>) -> String {
        guard let first = part.first, let last = part.last else { return "" }
        return String(typed[first.range.lowerBound..<last.range.upperBound])
    }
}

/// Questions to the full-text index, in its language (SQLite, FTS5, 3).
///
/// Words are in quotes, so that none of them is an operator.
enum SearchExpression {
    /// The columns of `place_search`, the most telling first.
    enum Column: String {
        case name, folded, brand, categories, address, description
    }

    static let title: [Column] = [.name, .folded, .brand]
    static let kind = title + [.categories]
    static let facts = kind + [.address]
    static let all = facts + [.description]

    /// Places with all of the words. `isBegun`: of the last, the beginning is enough.
    static func all(
        _ words: ArraySlice<SearchText.Word>, in columns: [Column], isBegun: Bool
    ) -> String {
        let phrases = words.indices.map { index in
            phrase(words[index].text, isBegun: isBegun && index == words.endIndex - 1)
        }
        return among(columns, phrases.joined(separator: " AND "))
    }

    /// Places with at least one of the words, as they were typed.
    static func any(_ words: ArraySlice<SearchText.Word>, in columns: [Column]) -> String {
        among(columns, words.map { phrase($0.text) }.joined(separator: " OR "))
    }

    /// Places with one of the values among their categories.
    static func oneOf(_ values: [String]) -> String {
        among([.categories], values.map { phrase($0) }.joined(separator: " OR "))
    }

    /// Places with this folded name. `isBegun`: also with a name that begins so.
    static func named(_ folded: String, isBegun: Bool) -> String {
        "folded : ^ " + phrase(folded, isBegun: isBegun)
    }

    private static func among(_ columns: [Column], _ expression: String) -> String {
        "{\(columns.map(\.rawValue).joined(separator: " "))} : (\(expression))"
    }

    /// The words one after the other. `isBegun`: of the last, the beginning is enough.
    static func phrase(_ text: String, isBegun: Bool = false) -> String {
        let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"")
        return "\"\(quoted)\"" + (isBegun && text.isEnoughToBegin ? " *" : "")
    }
}

extension String {
    /// Whether it is long enough for a question about words that begin so: the index goes through
    /// all of them first, and too many words begin with the same two Latin letters.
    fileprivate var isEnoughToBegin: Bool {
        unicodeScalars.count >= 3 || unicodeScalars.contains { $0.value >= 0x2E80 }
    }
}

extension Unicode.Scalar {
    /// Whether the full-text index takes it for a part of a word (`unicode61`), as with the accents
    /// of a letter.
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
