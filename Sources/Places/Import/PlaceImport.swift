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

    /// Places from one report of progress to the next.
    private static let reportInterval = 1_000

    /// `finished`: when the import is said to have been.
    ///
    /// All is prepared in a file of its own, and put in use at the end. When it throws, nothing has
    /// changed.
    package func run(
        into store: PlaceStore, finished: Timestamp,
        progress: (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        let files = try files.map { try ImportFile(path: $0) }
        guard let path = store.path else {
            return try store.connection.transaction {
                try read(files, into: store.connection, finished, progress)
            }
        }
        do {
            let next = try NextPlaceFile(after: store, of: path)
            let summary = try next.connection.transaction {
                try read(files, into: next.connection, finished, progress)
            }
            try next.publish(in: store)
            return summary
        } catch SQLiteError.full {
            throw ImportError.noRoom(path)
        }
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
