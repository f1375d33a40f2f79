import SQLite

/// Which places the full-text index finds for an expression.
struct TextMatches {
    /// In the table `place`, in ascending order.
    private(set) var rows: [Int64]
    /// All are in `rows`.
    private(set) var isComplete: Bool
    /// Asks the index about one row after the last of `rows`.
    private var expression: String

    /// More are not read before they are needed: with that many there is always one near by.
    private static let many = 20_000
    /// With so many whole words nobody means others that begin with them.
    private static let enough = 1000
    /// The index has gone through all places with the beginning of a word anyway.
    private static let manyBegun = 100_000

    init(whole: String, begun: String, in connection: Connection) throws {
        rows = try Self.rows(whole, limit: Self.many + 1, in: connection)
        isComplete = rows.count <= Self.many
        expression = whole
        if rows.count < Self.enough, begun != whole {
            rows = try Self.rows(begun, limit: Self.manyBegun + 1, in: connection)
            isComplete = rows.count <= Self.manyBegun
        }
    }

    private static func rows(
        _ expression: String, limit: Int, in connection: Connection
    ) throws -> [Int64] {
        try connection.rows(
            "SELECT rowid FROM place_search WHERE place_search MATCH :expression LIMIT :limit",
            ["expression": .text(expression), "limit": SQLValue(limit)]
        ) { $0.integer(0) }
    }

    var isEmpty: Bool { isComplete && rows.isEmpty }

    /// Both are known to be the same.
    func isSame(as other: TextMatches) -> Bool {
        isComplete && other.isComplete && rows == other.rows
    }

    func contains(_ row: Int64, in connection: Connection) throws -> Bool {
        guard isComplete || row <= rows.last ?? 0 else {
            return try connection.integer(
                """
                SELECT 1 FROM place_search
                WHERE place_search MATCH :expression AND rowid = :row
                """,
                ["expression": .text(expression), "row": .integer(row)]) != nil
        }
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low] == row
    }
}
