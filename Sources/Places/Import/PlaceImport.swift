package import Geofencing
import Posix
import SQLite

/// Reads files of places into a database, all or nothing.
package struct PlaceImport: Sendable {
    /// Paths; `-` is standard input.
    package var files: [String]
    /// Where all places are from; `nil`: `osm` for those with ids of OpenStreetMap, and the name of
    /// the file for others.
    package var source: String?
    package var catalogue: BrandCatalogue

    package init(
        files: [String], source: String? = nil, catalogue: BrandCatalogue = .standard
    ) throws {
        if let source { try ImportSource.check(source) }
        self.files = files
        self.source = source
        self.catalogue = catalogue
    }

    /// KiB of the database to hold in memory meanwhile; SQLite sorts with as much again.
    private static let cacheSize = 64 * 1024
    /// Places from one report of progress to the next.
    private static let reportInterval = 1_000

    /// `finished`: when the import is said to have been.
    ///
    /// When it throws, nothing has changed.
    package func run(
        into store: PlaceStore, finished: Timestamp,
        progress: (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        let connection = store.connection
        let files = try files.map { try ImportFile(path: $0) }
        let cacheSize = try connection.integer("PRAGMA cache_size") ?? -2000
        try connection.execute("PRAGMA cache_size = -\(Self.cacheSize)")
        defer {
            // It stays as it is in the worst case, which only takes memory.
            try? connection.execute("PRAGMA cache_size = \(cacheSize)")
        }
        let summary = try connection.transaction {
            try read(files, into: connection, finished, progress)
        }
        // The journal is as large as all that was written. Where others read just now, it is left
        // to them.
        _ = try? connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        return summary
    }

    private func read(
        _ files: [ImportFile], into connection: Connection, _ finished: Timestamp,
        _ progress: (ImportProgress) -> Void
    ) throws -> ImportSummary {
        let writer = try PlaceWriter(connection)
        var summary = ImportSummary()
        var status = ImportProgress()
        for file in files {
            try read(file, into: writer, &summary) { places in
                status.update(files, places)
                progress(status)
            }
        }
        let names = files.map { $0.name.fileName }.joined(separator: ", ")
        guard summary.kept > 0 else {
            throw ImportError.nothingToKeep(
                names, read: summary.read, reason: summary.reasons.first)
        }
        status.isIndexing = true
        progress(status)
        let editions = Editions(
            connection: connection, files: names, finished: finished,
            isPart: { source == nil && $0 == ImportSource.osm })
        summary.removed = try editions.close(writer)
        try writer.finish()
        summary.sources = writer.sources.filter { $0.value.count > 0 }.keys.sorted()
        return summary
    }

    private func read(
        _ file: ImportFile, into writer: PlaceWriter, _ summary: inout ImportSummary,
        report: (_ places: Int) -> Void
    ) throws {
        let source = ImportSource(given: source, path: file.path)
        var format = try PlaceFormats.open(file)
        var draft = PlaceDraft()
        var batch: [NewPlace] = []
        while try format.next(&draft) {
            summary.read += 1
            do {
                var place = try draft.place(source)
                let folded = place.name?.folded ?? ""
                catalogue.identify(&place, folded: folded)
                batch.append(NewPlace(consume place, folded: folded, line: draft.line))
                if batch.count == PlaceWriter.together {
                    try write(&batch, from: file, into: writer, &summary)
                }
            } catch let reason as SkipReason {
                // What is skipped is told in the order of the file.
                try write(&batch, from: file, into: writer, &summary)
                summary.skip(FileLine(file.name, draft.line), reason)
            }
            draft.clear()
            if summary.read.isMultiple(of: Self.reportInterval) { report(summary.read) }
        }
        try write(&batch, from: file, into: writer, &summary)
        report(summary.read)
    }

    private func write(
        _ batch: inout [NewPlace], from file: ImportFile, into writer: PlaceWriter,
        _ summary: inout ImportSummary
    ) throws {
        for (new, outcome) in zip(batch, try writer.add(batch)) {
            summary.count(outcome, of: new, in: file.name)
        }
        batch.removeAll(keepingCapacity: true)
    }
}

extension String {
    /// The last part of a path.
    fileprivate var fileName: String { split(separator: "/").last.map { String($0) } ?? self }
}
