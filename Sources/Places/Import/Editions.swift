import Geofencing
import SQLite

/// Decides which earlier imports a new one replaces, and removes what those had and it has not.
struct Editions {
    let connection: Connection
    /// The names of what was read.
    let files: String
    let finished: Timestamp
    /// A file holds a part of OpenStreetMap: then only those parts are replaced of which this is a
    /// newer state.
    let isPart: (_ source: String) -> Bool

    /// Earlier places of an edition, and how many of them were read again.
    private struct Overlap {
        var total = 0
        var shared = 0

        /// Half of one or of the other.
        func isSamePart(as count: Int) -> Bool {
            shared > 0 && (shared * 2 >= total || shared * 2 >= count)
        }
    }

    /// How many places are removed; to be called when all are read.
    func close(_ writer: PlaceWriter) throws -> Int {
        var removed = 0
        var number = writer.edition
        for (name, source) in writer.sources.sorted(by: { $0.key < $1.key })
        where source.count > 0 {
            removed += try close(name, source, writer, number)
            number += 1
        }
        return removed
    }

    private func close(
        _ name: String, _ source: PlaceWriter.Source, _ writer: PlaceWriter, _ free: Int64
    ) throws -> Int {
        guard source.hadPlaces else {
            try move(writer, name, to: free)
            try store(free, name)
            return 0
        }
        let overlaps = try overlaps(name, writer)
        let isPart = isPart(name)
        let replaced = overlaps.filter { !isPart || $0.value.isSamePart(as: source.count) }
        // The one that most rows are from goes on as the new one: they need not be written again.
        let kept = replaced.max { ($0.value.shared, $1.key) < ($1.value.shared, $0.key) }?.key
        let edition = kept ?? free
        let removed = try sort(name, Set(replaced.keys), edition, writer)
        try move(writer, name, to: edition)
        for old in replaced.keys where old != edition {
            try connection.run("DELETE FROM edition WHERE id = :id", ["id": .integer(old)])
        }
        try store(edition, name)
        return removed
    }

    /// Of the earlier editions of the source.
    private func overlaps(_ name: String, _ writer: PlaceWriter) throws -> [Int64: Overlap] {
        var overlaps: [Int64: Overlap] = [:]
        try forEachEarlierRow(name, writer) { row, edition in
            overlaps[edition, default: Overlap()].total += 1
            if writer.seen.contains(row) { overlaps[edition, default: Overlap()].shared += 1 }
        }
        return overlaps
    }

    /// Removes what is gone, and puts what stays in `edition`.
    private func sort(
        _ name: String, _ replaced: Set<Int64>, _ edition: Int64, _ writer: PlaceWriter
    ) throws -> Int {
        try connection.execute(
            """
            DROP TABLE IF EXISTS temp.gone;
            DROP TABLE IF EXISTS temp.taken;
            CREATE TEMP TABLE gone (place INTEGER PRIMARY KEY);
            CREATE TEMP TABLE taken (place INTEGER PRIMARY KEY)
            """)
        let gone = try connection.prepare("INSERT INTO temp.gone VALUES (?)")
        let taken = try connection.prepare("INSERT INTO temp.taken VALUES (?)")
        try forEachEarlierRow(name, writer) { row, old in
            let isSeen = writer.seen.contains(row)
            guard isSeen ? old != edition : replaced.contains(old) else { return }
            let list = isSeen ? taken : gone
            list.bind(1, row)
            try list.run()
        }
        try connection.run(
            "UPDATE place SET edition = :edition WHERE id IN (SELECT place FROM temp.taken)",
            ["edition": .integer(edition)])
        var removed = 0
        let list = try connection.prepare("SELECT place FROM temp.gone ORDER BY place")
        while try list.step() {
            try writer.remove(row: list.integer(0))
            removed += 1
        }
        list.reset()
        try connection.execute("DROP TABLE temp.gone; DROP TABLE temp.taken")
        return removed
    }

    /// Reads the table from its beginning to its end, which is faster than by its index.
    private func forEachEarlierRow(
        _ source: String, _ writer: PlaceWriter,
        _ body: (_ row: Int64, _ edition: Int64) throws -> Void
    ) throws {
        let rows = try connection.prepare(
            "SELECT id, edition FROM place WHERE id < ?1 AND +source = ?2")
        rows.bind(1, writer.firstRow)
        rows.bind(2, source)
        while try rows.step() { try body(rows.integer(0), rows.integer(1)) }
        rows.reset()
    }

    /// The new rows of the source.
    private func move(_ writer: PlaceWriter, _ source: String, to edition: Int64) throws {
        guard edition != writer.edition else { return }
        try connection.run(
            "UPDATE place SET edition = :edition WHERE id >= :first AND +source = :source",
            [
                "edition": .integer(edition), "first": .integer(writer.firstRow),
                "source": .text(source),
            ])
    }

    private func store(_ edition: Int64, _ source: String) throws {
        try connection.run(
            "INSERT OR REPLACE INTO edition VALUES (:id, :source, :files, :finished)",
            [
                "id": .integer(edition), "source": .text(source), "files": .text(files),
                "finished": .integer(finished.milliseconds),
            ])
    }
}
