package import Geofencing
import Posix
import SQLite

/// Reads places into a database, all or nothing.
package struct PlaceImport: Sendable {
    /// Paths; `-` is standard input.
    package var files: [String]
    /// The source of all places; `nil`: `osm` for those with ids of OpenStreetMap, and the name of
    /// the file for others.
    package var source: String?
    package var catalogue: BrandCatalogue
    /// One of these reads each input.
    var providers = PlaceProviders.all
    /// Asked again and again; `true` ends the import with a `CancellationError`.
    package var isStopped: @Sendable () -> Bool = { Task.isCancelled }

    /// Throws if no source can be called `source`.
    package init(
        files: [String], source: String? = nil, catalogue: BrandCatalogue = .standard
    ) throws {
        if let source { try ImportSource.check(source) }
        self.files = files
        self.source = source
        self.catalogue = catalogue
    }

    /// How many places are read between two reports of progress.
    private static let reportInterval = 1_000

    /// `finished`: the time that the database has for the import.
    ///
    /// All is prepared in a file of its own, and put in use at the end. When it throws, nothing has
    /// changed. The first report of progress says that there is such a file.
    package func run(
        into store: PlaceStore, finished: Timestamp,
        progress: (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        let inputs = try files.map { try ImportInput(path: $0) }
        return try run(inputs, into: store, finished: finished, progress: progress)
    }

    /// As the other, of inputs that are open already.
    package func run(
        _ inputs: [ImportInput], into store: PlaceStore, finished: Timestamp,
        progress: (ImportProgress) -> Void
    ) throws -> ImportSummary {
        do {
            return try unchecked(inputs, store, finished, progress)
        } catch {
            // SQLite says only that something has interrupted it.
            throw isStopped() ? CancellationError() : error
        }
    }

    private func unchecked(
        _ inputs: [ImportInput], _ store: PlaceStore, _ finished: Timestamp,
        _ progress: (ImportProgress) -> Void
    ) throws -> ImportSummary {
        guard let path = store.path else {
            return try store.connection.transaction {
                try read(inputs, into: store.connection, finished, progress)
            }
        }
        do {
            let next = try NextPlaceFile(after: store, of: path, isStopped)
            for input in inputs { input.copies = NextPlaceFile.copies(of: path) }
            let summary = try next.connection.transaction {
                let summary = try read(inputs, into: next.connection, finished, progress)
                try WordCounter.run(next.connection)
                return summary
            }
            try next.publish(in: store)
            return summary
        } catch SQLiteError.full {
            throw ImportError.noRoom(path)
        }
    }

    private func read(
        _ inputs: [ImportInput], into connection: Connection, _ finished: Timestamp,
        _ progress: (ImportProgress) -> Void
    ) throws -> ImportSummary {
        let writer = try PlaceWriter(connection)
        var summary = ImportSummary()
        var status = ImportProgress()
        status.update(inputs, 0)
        progress(status)
        for input in inputs {
            try read(input, into: writer, &summary) { places in
                status.update(inputs, places)
                progress(status)
            }
        }
        let names = inputs.map { $0.name.fileName }.joined(separator: ", ")
        guard summary.kept > 0 else {
            throw ImportError.nothingToKeep(
                names, read: summary.read, reason: summary.reasons.first)
        }
        status.isIndexing = true
        progress(status)
        let snapshots = Snapshots(
            connection: connection, files: names, finished: finished,
            isPart: { source == nil && $0 == ImportSource.osm })
        summary.removed = try snapshots.close(writer)
        try writer.finish()
        summary.sources = writer.sources.filter { $0.value.count > 0 }.keys.sorted()
        return summary
    }

    private func read(
        _ input: ImportInput, into writer: PlaceWriter, _ summary: inout ImportSummary,
        report: (_ places: Int) -> Void
    ) throws {
        let source = ImportSource(given: source, path: input.path)
        input.whenWaiting = check
        var provider = try withoutActuallyEscaping(report) { report in
            input.whenCopying = { [summary] in report(summary.read) }
            defer { input.whenCopying = {} }
            return try input.provider(among: providers)
        }
        // A copy of the input may have taken room.
        try NextPlaceFile.leaveRoom(on: writer.connection)
        var draft = PlaceDraft()
        var batch: [NewPlace] = []
        while try provider.next(&draft) {
            try check()
            // A broken one is counted as a broken place.
            if let area = try? draft.area(source) {
                try writer.areas.add(area)
                draft.clear()
                continue
            }
            summary.read += 1
            do {
                var place = try draft.place(source)
                let folded = place.name?.folded ?? ""
                catalogue.identify(&place, folded: folded)
                batch.append(NewPlace(consume place, folded: folded, line: draft.line))
                if batch.count == PlaceWriter.together {
                    try writer.write(&batch, of: input.name, &summary)
                }
            } catch let reason as SkipReason {
                // The places before it are written first: reasons come in the order of the input.
                try writer.write(&batch, of: input.name, &summary)
                summary.skip(FileLine(input.name, draft.line), reason)
            }
            draft.clear()
            if summary.read.isMultiple(of: Self.reportInterval) { report(summary.read) }
        }
        try writer.write(&batch, of: input.name, &summary)
        report(summary.read)
    }

    private func check() throws {
        if isStopped() { throw CancellationError() }
    }
}

extension String {
    /// The last part of a path.
    fileprivate var fileName: String { split(separator: "/").last.map { String($0) } ?? self }
}
