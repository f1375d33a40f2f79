import SQLite

/// Keeps the text index of places while its triggers are away.
///
/// FTS5 collects words, and writes many in one go. But it writes after each row of a statement that
/// runs a trigger or takes its rows from a query. So rows that change are read first, and all new
/// rows are one statement.
final class SearchWriter {
    private let connection: Connection
    /// Whether there are no earlier places.
    private let isFirst: Bool
    private let read: Statement
    private let remove: Statement
    private let add: Statement

    init(_ connection: Connection, isFirst: Bool) throws {
        self.connection = connection
        self.isFirst = isFirst
        try connection.execute(PlaceSchema.withoutSearchTriggers)
        let columns = PlaceSchema.searched
        read = try connection.prepare("SELECT id, \(columns) FROM place WHERE id = ?")
        remove = try connection.prepare(
            """
            INSERT INTO place_search (place_search, rowid, \(columns))
            VALUES ('delete', ?, ?, ?, ?, ?, ?, ?)
            """)
        add = try connection.prepare(
            "INSERT INTO place_search (rowid, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
        try set(isFirst ? Self.forAll : Self.forSome)
    }

    /// To be called before the row is changed or removed.
    func remove(row: Int64) throws { try run(remove, row) }

    /// To be called after the row has changed.
    func add(row: Int64) throws { try run(add, row) }

    private func run(_ statement: Statement, _ row: Int64) throws {
        read.bind(1, row)
        defer { read.reset() }
        guard try read.step() else { return }
        for column in 0..<Int32(7) { statement.bind(column + 1, column, of: read) }
        try statement.run()
    }

    /// To be called when all rows from `row` on are there.
    func finish(newFrom row: Int64) throws {
        let columns = PlaceSchema.searched
        try connection.run(
            """
            INSERT INTO place_search (rowid, \(columns))
            SELECT id, \(columns) FROM place WHERE id >= :row
            """, ["row": .integer(row)])
        if isFirst {
            try connection.execute(
                "INSERT INTO place_search (place_search) VALUES ('optimize')")
        }
        try set(Self.usual)
        try connection.execute(PlaceSchema.searchTriggers)
    }

    // MARK: How FTS5 collects words

    /// Options of FTS5 (sqlite.org/fts5.html, 6).
    private struct Gathering {
        /// Bytes of new words that are collected before they are written as one segment.
        var hashsize = 1 << 20
        /// How many segments are merged, bit by bit; 0: none are.
        var automerge = 4
        /// How many segments are merged in one go.
        var crisismerge = 16
    }

    private static let usual = Gathering()
    private static let forSome = Gathering(hashsize: 16 << 20)
    /// Words are sorted fastest in as much memory as a processor's own cache has. The segments are
    /// merged into one at the end.
    private static let forAll = Gathering(automerge: 0, crisismerge: 1999)

    private func set(_ gathering: Gathering) throws {
        try connection.execute(
            """
            INSERT INTO place_search (place_search, rank) VALUES
                ('hashsize', \(gathering.hashsize)), ('automerge', \(gathering.automerge)),
                ('crisismerge', \(gathering.crisismerge))
            """)
    }
}
