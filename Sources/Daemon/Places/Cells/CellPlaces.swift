import Formats
import Posix

/// Reads the places of a cell, one after another.
struct CellPlaces {
    /// What was read, and what has become of it.
    var summary = ImportSummary()
    /// The places that `readAhead` has read, and `next` will return as well.
    private(set) var ahead: [NewPlace] = []
    private var taken = 0

    /// For messages.
    let name: String
    private var provider: GeoJSONPlaces
    private var draft = PlaceDraft()
    private let source: ImportSource
    private let cell: PlaceCell
    /// Features that were read so far.
    private var features = 0

    init(_ bytes: any ByteSource, source: String, cell: PlaceCell) {
        provider = GeoJSONPlaces(collection: bytes)
        name = bytes.name
        self.source = ImportSource(given: source, path: "-")
        self.cell = cell
    }

    /// Reads so many places, to be called first. Returns whether these are all.
    mutating func readAhead(_ count: Int) throws -> Bool {
        while ahead.count < count {
            guard let place = try read() else { return true }
            ahead.append(place)
        }
        return false
    }

    /// `nil` at the end. Throws a `CellError` for a place that is not in the cell.
    mutating func next() throws -> NewPlace? {
        guard taken < ahead.count else { return try read() }
        taken += 1
        return ahead[taken - 1]
    }

    private mutating func read() throws -> NewPlace? {
        while try provider.next(&draft) {
            defer { draft.clear() }
            features += 1
            // A town is no place.
            if draft.isArea { continue }
            summary.read += 1
            do {
                return try place()
            } catch let reason as SkipReason {
                summary.skip(FileLine(name, draft.line), reason)
            }
        }
        // A server that answers with something else has not lost all its places.
        guard summary.read == 0 || summary.skipped < summary.read else {
            throw ImportError.nothingToKeep(
                name, read: summary.read, reason: summary.reasons.first)
        }
        return nil
    }

    private func place() throws -> NewPlace {
        var place = try draft.place(source)
        guard PlaceCell(of: place.coordinate) == cell else {
            throw CellError.outside(
                features - 1, place.id, title: place.title, place.coordinate, of: cell)
        }
        let folded = place.name?.folded ?? ""
        BrandCatalogue.standard.identify(&place, folded: folded)
        return NewPlace(place, folded: folded, line: draft.line)
    }
}
