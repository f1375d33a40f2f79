import Posix

/// What places are imported from: add a provider by writing one file and naming it here.
package enum PlaceProviders {
    /// The first that recognises an input reads it; CSV is whatever else is text.
    static let all: [any PlaceProvider.Type] = [
        OSMFile.self, GeoJSONPlaces.self, GPXPlaces.self, CSVPlaces.self,
    ]

    /// For messages and help.
    package static var names: [String] { all.map { $0.name } }
}

/// Gives the places of one input to an import, with the memory of a few.
///
/// The input is a file, a pipe, or any other `ByteSource`: one that asks a service for page after
/// page is a provider of places as well. `next` may wait for the bytes, and throws what the input
/// throws.
protocol PlaceProvider: SendableMetatype {
    /// As people call it.
    static var name: String { get }
    /// Whether an input that begins so may be its own; `head` has at least one byte.
    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool

    /// Throws if it cannot read any of the input, after which that cannot be read by others either.
    init(_ input: ImportInput) throws
    /// Reads the next place into a draft that is clear; `false` at the end.
    ///
    /// A place that cannot be used is a draft with a `fault`. What is thrown ends the import: it
    /// says where the input is damaged, what is wrong there and what to do.
    mutating func next(_ draft: inout PlaceDraft) throws -> Bool
}

extension ImportInput {
    /// The first of `providers` that recognises it, opened.
    func provider(among providers: [any PlaceProvider.Type]) throws -> any PlaceProvider {
        let head = try peek()
        guard !head.isEmpty else { throw ImportError.empty(name) }
        guard let provider = providers.first(where: { $0.recognises(head) }) else {
            throw ImportError.unknownFormat(name)
        }
        return try provider.init(self)
    }
}
