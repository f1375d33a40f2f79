import SQLite

/// Writes the places of an import into the tables, in a transaction of its caller.
///
/// Places that are there already are found by their ids, and changed in their rows. `Snapshots`
/// removes what is gone at the end.
final class PlaceWriter {
    enum Outcome {
        case added, changed, unchanged
        /// A place with the same id was read before in this import.
        case repeated
    }

    let connection: Connection
    /// The first row that this import adds.
    let firstRow: Int64
    private(set) var nextRow: Int64
    /// The rows of earlier places that were read again.
    private(set) var seen: RowSet
    private(set) var sources: [String: Source] = [:]

    struct Source {
        /// Whether the source had places before the import.
        var hadPlaces: Bool
        var count = 0
    }

    /// How many places a batch should have, to be written fastest.
    static let together = 16

    let areas: AreaWriter
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
        areas = try AreaWriter(connection)
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

    /// The statement leaves places out whose ids are there already; any other failure ends the
    /// transaction. SQLite numbers the rows, from `nextRow` on.
    private static func insertion(of count: Int) -> String {
        let columns = ["source", "key", "edition"] + Place.storedColumns
        let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
        let rows = repeatElement(row, count: count).joined(separator: ", ")
        return """
            INSERT OR FAIL INTO place (\(columns.joined(separator: ", "))) VALUES \(rows)
            ON CONFLICT (source, key) DO NOTHING
            """
    }

    /// Writes a batch, counts what has become of each place, and empties it. `name`: of the input.
    func write(
        _ batch: inout [NewPlace], of name: String, _ summary: inout ImportSummary
    ) throws {
        for (new, outcome) in zip(batch, try add(batch)) {
            summary.count(outcome, of: new, in: name)
        }
        batch.removeAll(keepingCapacity: true)
    }

    /// Writes a batch, and returns what has become of each place.
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

    /// Whether they are all of one source that had no places before.
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

    /// Writes all by one statement; writes none, and returns `false`, if one is there already.
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

    /// Writes what is kept back to be written in one go.
    func finish() throws {
        try positions.finish()
        try search.finish(newFrom: firstRow)
    }
}

/// A set of rows of a table, with one bit for each row.
struct RowSet {
    private var words: [UInt64]
    private let limit: Int64

    /// 128 MiB of bits; no database has more rows.
    private static let most: Int64 = 1 << 30

    init(below limit: Int64, of connection: Connection) throws {
        guard (0...Self.most).contains(limit) else {
            throw SQLiteError.damaged(connection.path, "the number of a place is \(limit)")
        }
        self.limit = limit
        words = Array(repeating: 0, count: Int(limit) / 64 + 1)
    }

    init(_ rows: [Int64]) {
        limit = (rows.max() ?? 0) + 1
        words = Array(repeating: 0, count: Int(limit) / 64 + 1)
        for row in rows { _ = insert(row) }
    }

    func contains(_ row: Int64) -> Bool {
        (0..<limit).contains(row) && words[Int(row) / 64] & 1 << UInt64(row % 64) != 0
    }

    /// `false` if the row is in the set already, or cannot be.
    mutating func insert(_ row: Int64) -> Bool {
        guard (0..<limit).contains(row), !contains(row) else { return false }
        words[Int(row) / 64] |= 1 << UInt64(row % 64)
        return true
    }
}
