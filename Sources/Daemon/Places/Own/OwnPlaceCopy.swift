import Posix
import SQLite

/// The copy of the own places in the tables of all places.
///
/// An edition without files marks it: an earlier version may have imported a file called `own`.
struct OwnPlaceCopy {
    /// Finds the tables of all places.
    let connection: Connection

    private static let edition = """
        SELECT id FROM edition WHERE source = '\(ImportSource.own)' AND files = ''
        """

    /// The key, the row and the digest of each place in the copy.
    static let rows = """
        SELECT key, id, digest FROM place
        WHERE source = '\(ImportSource.own)' AND edition IN (\(edition))
        """

    /// The rows of the copy, and the digests of their places, by key.
    private func rows() throws -> [String: (row: Int64, digest: Int64)] {
        let rows = try connection.rows(Self.rows) {
            ($0.text(0) ?? "", (row: $0.integer(1), digest: $0.integer(2)))
        }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }

    /// Whether it has just these places.
    func has(_ places: [Place]) throws -> Bool {
        let rows = try rows()
        return rows.count == places.count
            && places.allSatisfy { rows[$0.id.key]?.digest == $0.digest }
    }

    /// Makes it have just these places; in a transaction of the caller.
    func set(_ places: [Place]) throws {
        let old = try rows()
        let new = Dictionary(places.map { ($0.id.key, $0) }, uniquingKeysWith: { $1 })
        let positions = try PositionWriter(connection)
        for (key, known) in old where new[key]?.digest != known.digest {
            try remove(known.row, positions)
        }
        for place in places where old[place.id.key]?.digest != place.digest {
            try add(place, positions)
        }
        try positions.finish()
    }

    private func remove(_ row: Int64, _ positions: PositionWriter) throws {
        let place = try connection.first(
            "SELECT \(Place.columns) FROM place WHERE id = :row", ["row": .integer(row)],
            Place.init)
        if let place { try positions.remove(place, row: row) }
        try connection.run("DELETE FROM place WHERE id = :row", ["row": .integer(row)])
    }

    private func add(_ place: Place, _ positions: PositionWriter) throws {
        let new = NewPlace(place, folded: place.name?.folded ?? "", line: 0)
        let columns = ["source", "key", "edition"] + Place.storedColumns
        let insert = try connection.prepare(
            """
            INSERT INTO place (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """)
        insert.bind(1, place.id.source)
        insert.bind(2, place.id.key)
        insert.bind(3, try editionRow())
        new.bind(to: insert, from: 4, digest: place.digest)
        try insert.run()
        try positions.add(new, row: connection.lastRow)
    }

    private func editionRow() throws -> Int64 {
        if let row = try connection.integer(Self.edition) { return row }
        try connection.run(
            """
            INSERT INTO edition (source, files, finished) VALUES ('\(ImportSource.own)', '', 0)
            """)
        return connection.lastRow
    }
}
