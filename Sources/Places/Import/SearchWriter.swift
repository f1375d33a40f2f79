import SQLite

/// Keeps the text index of places while its triggers are away.
///
/// FTS5 gathers words until it writes them all at once; but a statement that runs a trigger, or
/// takes its rows from a query, makes it write. So rows that change are read first, and all new
/// ones are one statement.
final class SearchWriter {
    private let connection: Connection
    /// There are no earlier places.
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

    /// Before the row is changed or removed.
    func remove(row: Int64) throws { try run(remove, row) }

    /// After the row has changed.
    func add(row: Int64) throws { try run(add, row) }

    private func run(_ statement: Statement, _ row: Int64) throws {
        read.bind(1, row)
        defer { read.reset() }
        guard try read.step() else { return }
        for column in 0..<Int32(7) { statement.bind(column + 1, column, of: read) }
        try statement.run()
    }

    /// After all rows from `row` on are there.
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

    // MARK: How FTS5 gathers

    /// Options of FTS5 (sqlite.org/fts5.html, 6).
    private struct Gathering {
        /// Bytes of new words that are gathered, before they are written as one segment.
        var hashsize = 1 << 20
        /// So many segments are merged, bit by bit; 0: none are.
        var automerge = 4
        /// So many segments are merged at once.
        var crisismerge = 16
    }

    private static let usual = Gathering()
    private static let forSome = Gathering(hashsize: 16 << 20)
    /// Words are sorted fastest in as much memory as a processor has for itself. The segments are
    /// merged at the end, all into one.
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
