import Posix

/// Files that places are imported from: add a format by writing one file and naming it here.
package enum PlaceFormats {
    /// The first that recognises a file reads it; CSV is whatever else is text.
    static let all: [any PlaceFormat.Type] = [
        OSMFile.self, GeoJSONPlaces.self, GPXPlaces.self, CSVPlaces.self,
    ]

    /// For messages and help.
    package static var names: [String] { all.map { $0.name } }

    static func open(_ file: ImportFile) throws -> any PlaceFormat {
        let head = try file.peek()
        guard !head.isEmpty else { throw ImportError.empty(file.name) }
        guard let format = all.first(where: { $0.recognises(head) }) else {
            throw ImportError.unknownFormat(file.name)
        }
        return try format.init(file)
    }
}

/// Reads the places of one kind of file, with the memory of a few.
protocol PlaceFormat: SendableMetatype {
    /// As people call it.
    static var name: String { get }
    /// Whether a file that begins so may be one; `head` has at least one byte.
    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool

    init(_ file: ImportFile) throws
    /// Reads the next place into a draft that is clear; `false` at the end.
    mutating func next(_ draft: inout PlaceDraft) throws -> Bool
}
