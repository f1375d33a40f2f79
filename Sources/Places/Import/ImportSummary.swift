import Posix

/// What came of an import.
package struct ImportSummary: Hashable, Sendable {
    /// All that the files have: the sum of those below but for `removed`.
    package internal(set) var read = 0
    package internal(set) var added = 0
    package internal(set) var changed = 0
    package internal(set) var unchanged = 0
    package internal(set) var skipped = 0
    /// Places of earlier imports that this one replaces, and has no more.
    package internal(set) var removed = 0
    /// Why places were skipped, as `FILE:LINE: what`: the first of them.
    package internal(set) var reasons: [String] = []
    /// What the places are from, in order.
    package internal(set) var sources: [String] = []

    package static let mostReasons = 5

    /// Whether the data must be said to be © OpenStreetMap contributors.
    package var isFromOpenStreetMap: Bool { sources.contains(ImportSource.osm) }

    var kept: Int { added + changed + unchanged }

    /// `file`: its name.
    mutating func count(_ outcome: PlaceWriter.Outcome, of new: NewPlace, in file: String) {
        switch outcome {
        case .added: added += 1
        case .changed: changed += 1
        case .unchanged: unchanged += 1
        case .repeated: skip(FileLine(file, new.line), .repeated(new.place.id))
        }
    }

    mutating func skip(_ line: FileLine, _ reason: SkipReason) {
        skipped += 1
        if reasons.count < Self.mostReasons { reasons.append("\(line): \(reason)".visible) }
    }
}

/// How far an import is.
package struct ImportProgress: Hashable, Sendable {
    package private(set) var places = 0
    /// Of the files, packed as they are there.
    package private(set) var bytesRead = 0
    /// `nil` if one of them is a pipe, or is read by another program.
    package private(set) var bytes: Int?
    /// All is read, and being made ready to be found.
    package internal(set) var isIndexing = false

    mutating func update(_ inputs: [ImportInput], _ places: Int) {
        self.places = places
        bytes = inputs.reduce(0) { sum, input in sum.flatMap { sum in input.size.map { sum + $0 } }
        }
        bytesRead = inputs.reduce(0) { $0 + $1.bytesRead }
    }
}
