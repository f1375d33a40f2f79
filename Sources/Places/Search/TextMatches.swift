import SQLite

/// The places that the full-text index finds for an expression.
struct TextMatches {
    /// Rows of the table `place`, in ascending order.
    private(set) var rows: [Int64]
    /// Whether `rows` has all of them.
    private(set) var isComplete: Bool
    /// Whether of the last word the beginning is enough.
    let isBegun: Bool
    /// The question about a row that is after the last of `rows`.
    private var expression: String
    /// The same question, asked of the row itself; `nil`: the index is asked.
    private var words: WordsInColumns?
    /// What else the row of a place must have; `nil`: nothing.
    private var narrowing: WordsInColumns?

    /// More rows are not read at first: of so many places, one is always near.
    private static let many = 20_000
    /// Where so many places have the whole word, nobody means words that begin with it.
    private static let enough = 1000
    /// As `many`, for words that are only begun: the index has gone through all of them anyway.
    private static let manyBegun = 100_000

    init(whole: String, begun: String, in connection: Connection) throws {
        expression = whole
        rows = try Self.rows(whole, limit: Self.many + 1, in: connection)
        isComplete = rows.count <= Self.many
        isBegun = rows.count < Self.enough && begun != whole
        if isBegun {
            expression = begun
            rows = try Self.rows(begun, limit: Self.manyBegun + 1, in: connection)
            isComplete = rows.count <= Self.manyBegun
        }
    }

    /// As they are, with rows that are not listed checked by `words`, the same question.
    func told(by words: WordsInColumns) -> TextMatches {
        var matches = self
        matches.words = words
        matches.words?.isBegun = isBegun
        return matches
    }

    /// Those of them that have `words` in the columns of that question, which are fewer. `whole`
    /// and `begun` ask the index the same.
    func narrowed(
        to words: WordsInColumns, whole: String, begun: String, in connection: Connection
    ) throws -> TextMatches {
        if isEmpty { return self }
        var narrower = self
        narrower.expression = isBegun ? begun : whole
        let rows = try Self.rows(
            narrower.expression, limit: NearestSearch.few + 1, in: connection)
        if rows.count <= NearestSearch.few {
            (narrower.rows, narrower.isComplete) = (rows, true)
        } else {
            narrower.expression = expression
            narrower.narrowing = words
            narrower.narrowing?.isBegun = isBegun
        }
        return narrower
    }

    private static func rows(
        _ expression: String, limit: Int, in connection: Connection
    ) throws -> [Int64] {
        try connection.rows(
            "SELECT rowid FROM place_search WHERE place_search MATCH :expression LIMIT :limit",
            ["expression": .text(expression), "limit": SQLValue(limit)]
        ) { $0.integer(0) }
    }

    /// Whether so many places have the whole words that words which only begin so are not asked
    /// for.
    var isEnough: Bool { !isBegun && rows.count >= Self.enough }

    var isEmpty: Bool { isComplete && rows.isEmpty }

    /// Whether both are known to have the same rows.
    func isSame(as other: TextMatches) -> Bool {
        isComplete && other.isComplete && narrowing == other.narrowing && rows == other.rows
    }

    func contains(_ row: Int64, in connection: Connection) throws -> Bool {
        if isComplete || row <= rows.last ?? 0 {
            return try isListed(row) && narrowing?.hold(row, in: connection) ?? true
        }
        if let words = narrowing ?? words { return try words.hold(row, in: connection) }
        return try connection.integer(
            """
            SELECT 1 FROM place_search
            WHERE place_search MATCH :expression AND rowid = :row
            """,
            ["expression": .text(expression), "row": .integer(row)]) != nil
    }

    private func isListed(_ row: Int64) -> Bool {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low] == row
    }
}
