import Geofencing
import SQLite

/// Decides which earlier snapshots an import replaces, and removes the places that those have and
/// the import has not.
///
/// A snapshot is what one import brought of one source: a row of the table `edition`.
struct Snapshots {
    let connection: Connection
    /// The names of what was read.
    let files: String
    /// When the import is said to have been.
    let finished: Timestamp
    /// Whether an input holds only a part of a source, as a country is one of OpenStreetMap: then
    /// it replaces only those snapshots that are earlier states of the same part.
    let isPart: (_ source: String) -> Bool

    /// How many places an earlier snapshot has, and how many of them were read again.
    private struct Overlap {
        var total = 0
        var shared = 0

        /// Whether the snapshot and an import of `count` places are of the same part: they share at
        /// least half of the places of one of them.
        func isSamePart(as count: Int) -> Bool {
            shared > 0 && (shared * 2 >= total || shared * 2 >= count)
        }
    }

    /// To be called when all places are read; returns how many it has removed.
    func close(_ writer: PlaceWriter) throws -> Int {
        var removed = 0
        var number = writer.snapshot
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
            try writer.areas.replace([], of: name, by: free)
            try store(free, name)
            return 0
        }
        let overlaps = try overlaps(name, writer)
        let isPart = isPart(name)
        let replaced = overlaps.filter { !isPart || $0.value.isSamePart(as: source.count) }
        // The new snapshot takes the number of the one that most rows are from: those rows need not
        // be written again.
        let kept = replaced.max { ($0.value.shared, $1.key) < ($1.value.shared, $0.key) }?.key
        let snapshot = kept ?? free
        let removed = try sort(name, Set(replaced.keys), snapshot, writer)
        try move(writer, name, to: snapshot)
        try writer.areas.replace(replaced.keys, of: name, by: snapshot)
        for old in replaced.keys where old != snapshot {
            try connection.run("DELETE FROM edition WHERE id = :id", ["id": .integer(old)])
        }
        try store(snapshot, name)
        return removed
    }

    /// By the numbers of the earlier snapshots of the source.
    private func overlaps(_ name: String, _ writer: PlaceWriter) throws -> [Int64: Overlap] {
        var overlaps: [Int64: Overlap] = [:]
        try forEachEarlierRow(name, writer) { row, snapshot in
            overlaps[snapshot, default: Overlap()].total += 1
            if writer.seen.contains(row) { overlaps[snapshot, default: Overlap()].shared += 1 }
        }
        return overlaps
    }

    /// Removes the places of `replaced` that were not read again, and puts those that were into
    /// `snapshot`; returns how many it has removed.
    private func sort(
        _ name: String, _ replaced: Set<Int64>, _ snapshot: Int64, _ writer: PlaceWriter
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
            guard isSeen ? old != snapshot : replaced.contains(old) else { return }
            let list = isSeen ? taken : gone
            list.bind(1, row)
            try list.run()
        }
        try connection.run(
            "UPDATE place SET edition = :snapshot WHERE id IN (SELECT place FROM temp.taken)",
            ["snapshot": .integer(snapshot)])
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

    /// Calls `body` with each row of the source that was there before the import. Reading the whole
    /// table is faster than using its index.
    private func forEachEarlierRow(
        _ source: String, _ writer: PlaceWriter,
        _ body: (_ row: Int64, _ snapshot: Int64) throws -> Void
    ) throws {
        let rows = try connection.prepare(
            "SELECT id, edition FROM place WHERE id < ?1 AND +source = ?2")
        rows.bind(1, writer.firstRow)
        rows.bind(2, source)
        while try rows.step() { try body(rows.integer(0), rows.integer(1)) }
        rows.reset()
    }

    /// Puts the new rows of the source into `snapshot`.
    private func move(_ writer: PlaceWriter, _ source: String, to snapshot: Int64) throws {
        guard snapshot != writer.snapshot else { return }
        try connection.run(
            "UPDATE place SET edition = :snapshot WHERE id >= :first AND +source = :source",
            [
                "snapshot": .integer(snapshot), "first": .integer(writer.firstRow),
                "source": .text(source),
            ])
    }

    private func store(_ snapshot: Int64, _ source: String) throws {
        try connection.run(
            "INSERT OR REPLACE INTO edition VALUES (:id, :source, :files, :finished)",
            [
                "id": .integer(snapshot), "source": .text(source), "files": .text(files),
                "finished": .integer(finished.milliseconds),
            ])
    }
}
