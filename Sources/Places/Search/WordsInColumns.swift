import SQLite

/// Tells of a place that the full-text index has found in which columns its words are: faster
/// than to ask the index again, which goes through all places with a word for that.
struct WordsInColumns: Equatable {
    private let words: [String]
    private let select: String
    /// The last word may be only begun.
    var isBegun = true

    init(_ words: ArraySlice<SearchText.Word>, in columns: [SearchExpression.Column]) {
        self.words = words.map(\.text.folded)
        let texts = columns.map { "coalesce(\($0.rawValue), '')" }.joined(separator: " || ' ' || ")
        select = "SELECT \(texts) FROM place WHERE id = :row"
    }

    func hold(_ row: Int64, in connection: Connection) throws -> Bool {
        let text = try connection.first(select, ["row": .integer(row)]) { $0.text(0) } ?? nil
        guard let text else { return false }
        let tokens = text.tokens
        return tokens.contains(where: isLast) && words.dropLast().allSatisfy { tokens.contains($0) }
    }

    private func isLast(_ token: String) -> Bool {
        words.last.map { isBegun ? token.hasPrefix($0) : token == $0 } ?? true
    }
}

extension String {
    fileprivate var tokens: [String] {
        unicodeScalars.split { !$0.isPartOfTypedWord }.map { String($0).folded }
    }
}
