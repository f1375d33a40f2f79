import SQLite

/// Keeps the text index of places while its triggers are away.
///
/// Every statement that runs a trigger makes FTS5 write what it has gathered; here, all new places
/// are one statement.
final class SearchWriter {
    private let connection: Connection
    private let remove: Statement
    private let add: Statement
    private let addNew: Statement

    /// Bytes of new words that FTS5 gathers before it writes them.
    private static let gathered = 16 << 20
    private static let usuallyGathered = 1 << 20

    init(_ connection: Connection) throws {
        self.connection = connection
        try connection.execute(PlaceSchema.withoutSearchTriggers)
        try Self.setGathered(Self.gathered, connection)
        let columns = PlaceSchema.searched
        remove = try connection.prepare(
            """
            INSERT INTO place_search (place_search, rowid, \(columns))
            SELECT 'delete', id, \(columns) FROM place WHERE id = ?
            """)
        add = try connection.prepare(Self.insertion("id = ?"))
        addNew = try connection.prepare(Self.insertion("id >= ?"))
    }

    private static func insertion(_ condition: String) -> String {
        """
        INSERT INTO place_search (rowid, \(PlaceSchema.searched))
        SELECT id, \(PlaceSchema.searched) FROM place WHERE \(condition)
        """
    }

    /// Before the row is changed or removed.
    func remove(row: Int64) throws {
        remove.bind(1, row)
        try remove.run()
    }

    /// After the row has changed.
    func add(row: Int64) throws {
        add.bind(1, row)
        try add.run()
    }

    /// After all rows from `row` on are there.
    func finish(newFrom row: Int64) throws {
        addNew.bind(1, row)
        try addNew.run()
        try Self.setGathered(Self.usuallyGathered, connection)
        try connection.execute(PlaceSchema.searchTriggers)
    }

    private static func setGathered(_ bytes: Int, _ connection: Connection) throws {
        try connection.execute(
            "INSERT INTO place_search (place_search, rank) VALUES ('hashsize', \(bytes))")
    }
}
