import Posix
import SQLite

/// A question whether some columns of a place have all words.
///
/// Asking the row of a place that the full-text index has found is faster than asking the index
/// again, which goes through all places with a word.
struct WordsInColumns: Equatable {
    private let words: [String]
    private let select: String
    /// Whether of the last word the beginning is enough.
    var isBegun = true

    init(_ words: ArraySlice<SearchText.Word>, in columns: [SearchExpression.Column]) {
        self.words = words.map(\.text.folded)
        let texts = columns.map { "coalesce(\($0.rawValue), '')" }.joined(separator: " || ' ' || ")
        select = "SELECT \(texts) FROM place WHERE id = :row"
    }

    /// The answer for one row of the table `place`.
    func match(_ row: Int64, in connection: Connection) throws -> Bool {
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
