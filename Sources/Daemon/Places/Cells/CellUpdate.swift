package import Geofencing
package import Posix
import SQLite

/// Replaces what a source has in a cell by the features of a collection, all or nothing.
///
/// Few changes are made in the file of places that is in use. Many are prepared in a file of their
/// own, as an import is: who reads waits while the file in use is written.
package struct CellUpdate: Sendable {
    private let source: String
    private let cell: PlaceCell
    /// Asked again and again; `true` ends it with a `CancellationError`.
    package var isStopped: @Sendable () -> Bool = { Task.isCancelled }
    /// Places that are compared in memory, of some 500 bytes each.
    var mostInMemory = 20_000
    /// Places that are changed in the file in use.
    var mostInUse = 1_000

    /// Throws an `ImportError` or a `CellError` if there is no such source or cell.
    package init(source: String, cell: String) throws {
        try ImportSource.check(source)
        guard let known = PlaceCell(cell) else { throw CellError.badCell(cell) }
        (self.source, self.cell) = (source, known)
    }

    /// `finished`: the time that the database has for it. When it throws, nothing has changed.
    package func run(
        _ bytes: any ByteSource, into store: PlaceStore, finished: Timestamp
    ) throws -> ImportSummary {
        do {
            return try unchecked(bytes, store, finished)
        } catch SQLiteError.full(let path) {
            throw ImportError.noRoom(path)
        } catch {
            // SQLite says only that something has interrupted it.
            throw isStopped() ? CancellationError() : error
        }
    }

    private func unchecked(
        _ bytes: any ByteSource, _ store: PlaceStore, _ finished: Timestamp
    ) throws -> ImportSummary {
        var places = CellPlaces(bytes, source: source, cell: cell)
        try places.readAhead(mostInMemory)
        guard let path = store.path else {
            return try store.connection.transaction {
                try write(&places, with: store.connection, finished)
            }
        }
        if places.isAll, let summary = try replaceInUse(&places, store, path, finished) {
            return summary
        }
        return try replaceAside(&places, store, path, finished)
    }

    /// `nil` if that is too much to be written in the file in use.
    private func replaceInUse(
        _ places: inout CellPlaces, _ store: PlaceStore, _ path: String, _ finished: Timestamp
    ) throws -> ImportSummary? {
        let lock = try ImportLock.waiting(for: path)
        defer { withExtendedLifetime(lock) {} }
        let rows = try store.reading { store in
            try CellRows(of: source, in: cell, store.connection)
        }
        places.keepKeys(of: rows)
        let changes = rows.changes(to: places.ahead)
        if changes == 0 { return unchanged(places) }
        guard changes <= mostInUse, let file = store.file else { return nil }
        let connection = try Connection(path: file.path, mode: .readWrite)
        connection.isInterrupted = isStopped
        try NextPlaceFile.leaveRoom(on: connection)
        return try connection.transaction { try write(&places, with: connection, finished) }
    }

    private func replaceAside(
        _ places: inout CellPlaces, _ store: PlaceStore, _ path: String, _ finished: Timestamp
    ) throws -> ImportSummary {
        let next = try NextPlaceFile(after: store, of: path, isStopped)
        let summary = try next.connection.transaction {
            let summary = try write(&places, with: next.connection, finished)
            try WordCounter.run(next.connection)
            return summary
        }
        if summary.hasChanged { try next.publish(in: store) }
        return summary
    }

    private func unchanged(_ places: CellPlaces) -> ImportSummary {
        var (summary, keys) = (places.summary, Set<String>())
        for new in places.ahead {
            let isNew = keys.insert(new.place.id.key).inserted
            summary.count(isNew ? .unchanged : .repeated, of: new, in: places.name)
        }
        summary.sources = [source]
        return summary
    }

    private func write(
        _ places: inout CellPlaces, with connection: Connection, _ finished: Timestamp
    ) throws -> ImportSummary {
        let old = try CellRows(of: source, in: cell, connection)
        places.keepKeys(of: old)
        let writer = try PlaceWriter(connection)
        var batch: [NewPlace] = []
        while let place = try places.next() {
            if isStopped() { throw CancellationError() }
            batch.append(place)
            if batch.count == PlaceWriter.together {
                try writer.write(&batch, of: places.name, &places.summary)
            }
        }
        try writer.write(&batch, of: places.name, &places.summary)
        for row in old.rows.values where !writer.seen.contains(row.number) {
            try writer.remove(row: row.number)
            places.summary.removed += 1
        }
        try writer.finish()
        try setEdition(of: writer, finished)
        places.summary.sources = [source]
        return places.summary
    }

    /// No file is called so.
    static let files = "cells/"

    /// All cells of a source are one snapshot, which an import of the source replaces.
    private func setEdition(of writer: PlaceWriter, _ finished: Timestamp) throws {
        guard writer.nextRow > writer.firstRow else { return }
        let connection = writer.connection
        let known = try connection.integer(
            "SELECT id FROM edition WHERE source = :source AND files = '\(Self.files)'",
            ["source": .text(source)])
        let snapshot = SQLValue.integer(known ?? writer.snapshot)
        if known != nil {
            try connection.run(
                "UPDATE place SET edition = :snapshot WHERE id >= :first",
                ["snapshot": snapshot, "first": .integer(writer.firstRow)])
        }
        try connection.run(
            "INSERT OR REPLACE INTO edition VALUES (:id, :source, '\(Self.files)', :finished)",
            [
                "id": snapshot, "source": .text(source),
                "finished": .integer(finished.milliseconds),
            ])
    }
}
