import Formats
import Geofencing
import Posix

/// Reads the places of a cell, one after another.
struct CellPlaces {
    /// What was read, and what has become of it.
    var summary = ImportSummary()
    /// The places that `readAhead` has read, and `next` will return as well.
    private(set) var ahead: [NewPlace] = []
    /// Whether `ahead` has all of them.
    private(set) var isAll = false
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

    /// Reads so many places, to be called first.
    mutating func readAhead(_ count: Int) throws {
        while ahead.count < count {
            guard let place = try read() else {
                isAll = true
                return
            }
            ahead.append(place)
        }
    }

    /// A place that its server calls otherwise today keeps the key that it had: numbers of rows
    /// change from one answer to the next, and whoever is in its region would be told again.
    ///
    /// It is the same if all that is known of it is. Nothing is compared if there are too many.
    mutating func keepKeys(of rows: CellRows) {
        guard isAll else { return }
        var former = rows.rows
        let changed = ahead.indices.filter { index in
            let place = ahead[index].place
            guard former[place.id.key]?.digest == place.digest else { return true }
            former[place.id.key] = nil
            return false
        }
        var keys = Dictionary(grouping: former.keys.sorted(by: >)) { former[$0]?.digest ?? 0 }
        var taken = Set(rows.rows.keys).subtracting(former.keys)
        let moved = changed.filter { index in
            guard let key = keys[ahead[index].place.digest]?.popLast() else { return false }
            ahead[index] = ahead[index].called(key)
            taken.insert(key)
            return true
        }
        if moved.isEmpty { return }
        // What is new may be called as another was.
        for index in Set(changed).subtracting(moved).sorted() {
            let given = ahead[index].place.id.key
            let key = (1...).lazy.map { $0 == 1 ? given : "\(given).\($0)" }
                .first { !taken.contains($0) }
            ahead[index] = ahead[index].called(key ?? given)
            taken.insert(key ?? given)
        }
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
