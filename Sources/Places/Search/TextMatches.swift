import SQLite

/// Which places the full-text index finds for an expression.
struct TextMatches {
    /// In the table `place`, in ascending order.
    private(set) var rows: [Int64]
    /// All are in `rows`.
    private(set) var isComplete: Bool
    /// The last word of the expression may be only begun.
    let isBegun: Bool
    /// Asks the index about one row after the last of `rows`.
    private var expression: String
    /// As the expression, for rows that are not listed.
    private var words: WordsInColumns?
    /// What else a place must have, as its own row tells.
    private var narrowing: WordsInColumns?

    /// More are not read before they are needed: with that many there is always one near by.
    private static let many = 20_000
    /// With so many whole words nobody means others that begin with them.
    private static let enough = 1000
    /// The index has gone through all places with the beginning of a word anyway.
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

    /// `words`: as the expressions.
    func told(by words: WordsInColumns) -> TextMatches {
        var matches = self
        matches.words = words
        matches.words?.isBegun = isBegun
        return matches
    }

    /// Those that have the words in fewer columns than these were looked for in. `whole`, `begun`:
    /// as `words`, in the index's language.
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

    /// So many have the words that those with words that only begin so are not asked for.
    var isEnough: Bool { !isBegun && rows.count >= Self.enough }

    var isEmpty: Bool { isComplete && rows.isEmpty }

    /// Both are known to be the same.
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
