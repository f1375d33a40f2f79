import SQLite

/// Brings what an import reads into the tables, within the transaction of its caller.
///
/// Known places are found by their ids and changed in their rows. What is gone is removed at the
/// end, by `Snapshots`.
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

    /// Places in a batch that are written fastest.
    static let together = 16

    private let positions: PositionWriter
    private let search: SearchWriter
    private let find: Statement
    private let insert: Statement
    private let insertTogether: Statement
    private let update: Statement
    private let read: Statement
    /// The number of this import's snapshot (`Snapshots`), which no earlier place has.
    let snapshot: Int64

    init(_ connection: Connection) throws {
        self.connection = connection
        snapshot = try (connection.integer("SELECT max(id) FROM edition") ?? 0) + 1
        firstRow = try (connection.integer("SELECT max(id) FROM place") ?? 0) + 1
        nextRow = firstRow
        seen = try RowSet(below: firstRow, of: connection)
        positions = try PositionWriter(connection)
        search = try SearchWriter(connection, isFirst: firstRow == 1)
        find = try connection.prepare(
            "SELECT id, digest FROM place WHERE source = ?1 AND key = ?2")
        insert = try connection.prepare(Self.insertion(of: 1))
        insertTogether = try connection.prepare(Self.insertion(of: Self.together))
        let changes = Place.storedColumns.map { "\($0) = ?" }.joined(separator: ", ")
        update = try connection.prepare("UPDATE place SET \(changes) WHERE id = ?")
        read = try connection.prepare("SELECT \(Place.columns) FROM place WHERE id = ?")
    }

    /// Leaves out what is there already; any other failure ends the transaction. SQLite numbers
    /// the rows: one more than the largest is `nextRow`.
    private static func insertion(of count: Int) -> String {
        let columns = ["source", "key", "edition"] + Place.storedColumns
        let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
        let rows = repeatElement(row, count: count).joined(separator: ", ")
        return """
            INSERT OR FAIL INTO place (\(columns.joined(separator: ", "))) VALUES \(rows)
            ON CONFLICT (source, key) DO NOTHING
            """
    }

    /// What came of each of the places.
    func add(_ batch: [NewPlace]) throws -> [Outcome] {
        if batch.count == Self.together, try areAllNew(batch), try insert(batch) {
            return Array(repeating: .added, count: batch.count)
        }
        return try batch.map { new in
            let outcome =
                try source(of: new).hadPlaces ? addOrChange(new) : insertNew(new)
            if outcome != .repeated { count(1, of: new) }
            return outcome
        }
    }

    /// They are of a source that had no places.
    private func areAllNew(_ batch: [NewPlace]) throws -> Bool {
        let name = batch[0].place.id.source
        return try !source(of: batch[0]).hadPlaces
            && batch.allSatisfy { $0.place.id.source == name }
    }

    private func source(of new: NewPlace) throws -> Source {
        let name = new.place.id.source
        if let known = sources[name] { return known }
        let any = try connection.integer(
            "SELECT id FROM place WHERE source = :source LIMIT 1", ["source": .text(name)])
        let source = Source(hadPlaces: any != nil)
        sources[name] = source
        return source
    }

    private func count(_ places: Int, of new: NewPlace) {
        sources[new.place.id.source]?.count += places
    }

    private func addOrChange(_ new: NewPlace) throws -> Outcome {
        let place = new.place
        find.bind(1, place.id.source)
        find.bind(2, place.id.key)
        guard try find.step() else {
            find.reset()
            return try insertNew(new)
        }
        let (row, digest) = (find.integer(0), find.integer(1))
        find.reset()
        guard row < firstRow, seen.insert(row) else { return .repeated }
        let newDigest = place.digest
        if digest == newDigest { return .unchanged }
        try positions.remove(old(row), row: row)
        try search.remove(row: row)
        update.clear()
        new.bind(to: update, from: 1, digest: newDigest)
        update.bind(Int32(Place.storedColumns.count) + 1, row)
        try update.run()
        try search.add(row: row)
        try positions.add(new, row: row)
        return .changed
    }

    private func insertNew(_ new: NewPlace) throws -> Outcome {
        insert.clear()
        bind(new, to: insert, at: 0)
        try insert.run()
        guard connection.changes > 0 else { return .repeated }
        try positions.add(new, row: nextRow)
        nextRow += 1
        return .added
    }

    /// All by one statement; none, and `false`, if one of them is there already.
    private func insert(_ batch: [NewPlace]) throws -> Bool {
        insertTogether.clear()
        for (index, new) in batch.enumerated() { bind(new, to: insertTogether, at: index) }
        try insertTogether.run()
        guard connection.changes == batch.count else {
            try connection.run("DELETE FROM place WHERE id >= :row", ["row": .integer(nextRow)])
            return false
        }
        for new in batch {
            try positions.add(new, row: nextRow)
            nextRow += 1
        }
        count(batch.count, of: batch[0])
        return true
    }

    private func bind(_ new: NewPlace, to statement: Statement, at index: Int) {
        let start = Int32(index * (3 + Place.storedColumns.count)) + 1
        statement.bind(start, new.place.id.source)
        statement.bind(start + 1, new.place.id.key)
        statement.bind(start + 2, snapshot)
        new.bind(to: statement, from: start + 3, digest: new.place.digest)
    }

    private func old(_ row: Int64) throws -> Place {
        read.bind(1, row)
        defer { read.reset() }
        guard try read.step() else {
            throw SQLiteError.damaged(connection.path, "place \(row) is gone")
        }
        return Place(read)
    }

    /// Removes a place of an earlier import.
    func remove(row: Int64) throws {
        try positions.remove(old(row), row: row)
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
