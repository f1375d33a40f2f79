import SQLite

/// Brings what an import reads into the tables, within the transaction of its caller.
///
/// Known places are found by their ids and changed in their rows. What is gone is removed at the
/// end, by `Editions`.
final class PlaceWriter {
    enum Outcome {
        case added, changed, unchanged
        /// The same id was read before.
        case repeated
    }

    let connection: Connection
    /// Rows from here on are of this import.
    let firstRow: Int64
    private(set) var nextRow: Int64
    /// Earlier rows whose places were read.
    private(set) var seen: RowSet
    private(set) var sources: [String: Source] = [:]

    struct Source {
        /// There were places of it before.
        var hadPlaces: Bool
        var count = 0
    }

    private let positions: PositionWriter
    private let search: SearchWriter
    private let find: Statement
    private let insert: Statement
    private let update: Statement
    private let read: Statement
    /// A number that no place has.
    let edition: Int64

    init(_ connection: Connection) throws {
        self.connection = connection
        edition = try (connection.integer("SELECT max(id) FROM edition") ?? 0) + 1
        firstRow = try (connection.integer("SELECT max(id) FROM place") ?? 0) + 1
        nextRow = firstRow
        seen = try RowSet(below: firstRow, of: connection)
        positions = try PositionWriter(connection)
        search = try SearchWriter(connection)
        find = try connection.prepare(
            "SELECT id, digest FROM place WHERE source = ?1 AND key = ?2")
        let columns = Place.storedColumns
        let marks = repeatElement("?", count: columns.count).joined(separator: ", ")
        insert = try connection.prepare(
            """
            INSERT INTO place (id, source, key, edition, \(columns.joined(separator: ", ")))
            VALUES (?, ?, ?, ?, \(marks)) ON CONFLICT (source, key) DO NOTHING
            """)
        let changes = columns.map { "\($0) = ?" }.joined(separator: ", ")
        update = try connection.prepare("UPDATE place SET \(changes) WHERE id = ?")
        read = try connection.prepare("SELECT \(Place.columns) FROM place WHERE id = ?")
    }

    func add(_ place: Place) throws -> Outcome {
        let source = try source(place.id.source)
        let outcome = source.hadPlaces ? try addOrChange(place) : try insertNew(place)
        if outcome != .repeated { sources[place.id.source]?.count += 1 }
        return outcome
    }

    private func source(_ name: String) throws -> Source {
        if let known = sources[name] { return known }
        let any = try connection.integer(
            "SELECT id FROM place WHERE source = :source LIMIT 1", ["source": .text(name)])
        let source = Source(hadPlaces: any != nil)
        sources[name] = source
        return source
    }

    private func addOrChange(_ place: Place) throws -> Outcome {
        find.bind(1, place.id.source)
        find.bind(2, place.id.key)
        guard try find.step() else {
            find.reset()
            return try insertNew(place)
        }
        let (row, digest) = (find.integer(0), find.integer(1))
        find.reset()
        guard row < firstRow, seen.insert(row) else { return .repeated }
        let newDigest = place.digest
        if digest == newDigest { return .unchanged }
        try positions.remove(stored(row), row: row)
        try search.remove(row: row)
        let columns = Int32(Place.storedColumns.count)
        place.bind(to: update, from: 1, digest: newDigest)
        update.bind(columns + 1, row)
        try update.run()
        try search.add(row: row)
        try positions.add(place, row: row)
        return .changed
    }

    private func insertNew(_ place: Place) throws -> Outcome {
        insert.bind(1, nextRow)
        insert.bind(2, place.id.source)
        insert.bind(3, place.id.key)
        insert.bind(4, edition)
        place.bind(to: insert, from: 5, digest: place.digest)
        try insert.run()
        guard connection.changes > 0 else { return .repeated }
        try positions.add(place, row: nextRow)
        nextRow += 1
        return .added
    }

    private func stored(_ row: Int64) throws -> Place {
        read.bind(1, row)
        defer { read.reset() }
        guard try read.step() else {
            throw SQLiteError.damaged(connection.path, "place \(row) is gone")
        }
        return Place(read)
    }

    /// Removes a place of an earlier import.
    func remove(row: Int64) throws {
        try positions.remove(stored(row), row: row)
        try search.remove(row: row)
        try connection.run("DELETE FROM place WHERE id = :row", ["row": .integer(row)])
    }

    /// Writes what is best written at once.
    func finish() throws {
        try positions.finish()
        try search.finish(newFrom: firstRow)
    }
}

/// Rows of a table that was there before, one bit each.
struct RowSet {
    private var words: [UInt64]
    private let limit: Int64

    /// No database of ours has more rows: 128 MiB of bits.
    private static let most: Int64 = 1 << 30

    init(below limit: Int64, of connection: Connection) throws {
        guard (0...Self.most).contains(limit) else {
            throw SQLiteError.damaged(connection.path, "the number of a place is \(limit)")
        }
        self.limit = limit
        words = Array(repeating: 0, count: Int(limit) / 64 + 1)
    }

    func contains(_ row: Int64) -> Bool {
        (0..<limit).contains(row) && words[Int(row) / 64] & 1 << UInt64(row % 64) != 0
    }

    /// `false` if it was there already, or cannot be.
    mutating func insert(_ row: Int64) -> Bool {
        guard (0..<limit).contains(row), !contains(row) else { return false }
        words[Int(row) / 64] |= 1 << UInt64(row % 64)
        return true
    }
}
