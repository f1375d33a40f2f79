import Posix

/// What an import has done.
package struct ImportSummary: Hashable, Sendable, Decodable {
    /// Places that the inputs have: the sum of the next four.
    package internal(set) var read = 0
    package internal(set) var added = 0
    package internal(set) var changed = 0
    package internal(set) var unchanged = 0
    package internal(set) var skipped = 0
    /// Places of the earlier imports that this one replaces, which it does not have.
    package internal(set) var removed = 0
    /// Why the first places were skipped, as `FILE:LINE: what`; at most `mostReasons`.
    package internal(set) var reasons: [String] = []
    /// The sources of the places, in alphabetical order.
    package internal(set) var sources: [String] = []

    package static let mostReasons = 5

    init() {}

    /// Whether OpenStreetMap must be named wherever the places are shown.
    package var isFromOpenStreetMap: Bool { sources.contains(ImportSource.osm) }

    var kept: Int { added + changed + unchanged }

    /// Whether there are other places than before.
    package var hasChanged: Bool { added + changed + removed > 0 }

    /// `file`: its name, for the message.
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

/// How far an import has come.
package struct ImportProgress: Hashable, Sendable, Decodable {
    /// Places that were read so far.
    package private(set) var places = 0
    /// Bytes that were read of all inputs, packed as they come.
    package private(set) var bytesRead = 0
    /// The size of all inputs; `nil` if that of one is not known.
    package private(set) var bytes: Int?
    /// Whether all is read, and only the index is still to be made.
    package internal(set) var isIndexing = false

    private enum CodingKeys: String, CodingKey {
        case places, bytes
        case bytesRead = "bytes_read"
        case isIndexing = "indexing"
    }

    init() {}

    mutating func update(_ inputs: [ImportInput], _ places: Int) {
        self.places = places
        bytes = inputs.reduce(0) { sum, input in
            guard let sum, let size = input.size else { return nil }
            // Whoever sends them may say anything.
            let whole = sum.addingReportingOverflow(size)
            return whole.overflow ? nil : whole.partialValue
        }
        bytesRead = inputs.reduce(0) { $0 + $1.bytesRead }
    }
}
