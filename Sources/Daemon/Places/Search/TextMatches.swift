import SQLite

/// The places that the full-text index finds for an expression.
struct TextMatches {
    /// Rows of the table `place`, in ascending order.
    private(set) var rows: [Int64]
    /// Whether `rows` has all of them.
    private(set) var isComplete: Bool
    /// Whether of the last word the beginning is enough.
    private(set) var isBegun: Bool
    /// The question about a row that is after the last of `rows`.
    private var expression: String
    /// What a place must have besides; `nil`: nothing.
    private(set) var check: Check?

    /// Words that a place must have in the columns up to `reach`.
    struct Check {
        var words: WordsInPlace
        var reach: WordsInPlace.Reach

        func holds(_ row: Int64, in connection: Connection) throws -> Bool {
            try words.reach(row, in: connection).map { $0 <= reach } ?? false
        }
    }

    /// More rows are not read: of so many places, one is always near.
    static let many = 100_000
    /// How many are read where some are enough.
    private static let some = 10_000
    /// Where so many places have the whole word, nobody means words that begin with it.
    private static let enough = 1000

    /// `whole` and `begun`: the same question, with the last word whole, and with its beginning.
    init(
        whole: String, begun: String, check: Check? = nil, in connection: Connection
    ) throws {
        expression = whole
        self.check = check
        rows = try Self.rows(whole, limit: Self.many + 1, in: connection)
        isComplete = rows.count <= Self.many
        isBegun = rows.count < Self.enough && begun != whole
        if isBegun {
            expression = begun
            rows = try Self.rows(begun, limit: Self.many + 1, in: connection)
            isComplete = rows.count <= Self.many
        }
    }

    /// Some of the places that have a frequent word.
    init(someOf expression: String, check: Check, in connection: Connection) throws {
        self.expression = expression
        self.check = check
        rows = try Self.rows(expression, limit: Self.some, in: connection)
        (isComplete, isBegun) = (true, false)
    }

    /// Whether some place matches.
    static func isAny(
        whole: String, begun: String, check: Check?, in connection: Connection
    ) throws -> Bool {
        for expression in Set([whole, begun]).sorted() {
            let rows = try rows(expression, limit: check == nil ? 1 : some, in: connection)
            if try rows.contains(where: { try check?.holds($0, in: connection) ?? true }) {
                return true
            }
        }
        return false
    }

    static func rows(
        _ expression: String, limit: Int, in connection: Connection
    ) throws -> [Int64] {
        try connection.integers(
            "SELECT rowid FROM place_search WHERE place_search MATCH :expression LIMIT :limit",
            ["expression": .text(expression), "limit": SQLValue(limit)])
    }

    /// Whether so many places have the whole words that words which only begin so are not asked
    /// for.
    var isEnough: Bool { !isBegun && rows.count >= Self.enough }

    var isEmpty: Bool { isComplete && rows.isEmpty }

    /// Whether both are known to have the same rows.
    func isSame(as other: TextMatches) -> Bool {
        isComplete && other.isComplete && check == nil && other.check == nil && rows == other.rows
    }

    func contains(_ row: Int64, in connection: Connection) throws -> Bool {
        try isListed(row, in: connection) && isChecked(row, in: connection)
    }

    /// Whether a place that is listed has what it must have besides.
    func isChecked(_ row: Int64, in connection: Connection) throws -> Bool {
        try check?.holds(row, in: connection) ?? true
    }

    private func isListed(_ row: Int64, in connection: Connection) throws -> Bool {
        if isComplete || row <= rows.last ?? 0 { return rows.isSorted(having: row) }
        return try connection.integer(
            """
            SELECT 1 FROM place_search
            WHERE place_search MATCH :expression AND rowid = :row
            """,
            ["expression": .text(expression), "row": .integer(row)]) != nil
    }
}

extension [Int64] {
    /// Whether `number` is among these, which are in ascending order.
    fileprivate func isSorted(having number: Int64) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == number
    }
}
