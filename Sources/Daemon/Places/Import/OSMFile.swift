import Formats
import Glibc
import Posix

/// Places of a file of OpenStreetMap data, as osmium exports them.
struct OSMFile: PlaceProvider {
    static let name = ".osm.pbf"

    private let export: OsmiumExport
    private var features: GeoJSONPlaces

    /// Takes a PBF, which begins with a block that says so, after some bytes of protobuf; and OSM's
    /// XML, which begins with its root element.
    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        isPBF(head) || head.prefix(500).hasText("<osm")
    }

    fileprivate static func isPBF(_ head: UnsafeRawBufferPointer) -> Bool {
        head.prefix(32).hasText("OSMHeader")
    }

    /// osmium tells the format of a file from the end of its name, whatever it is told.
    private static let endings = [".pbf", ".osm"]

    init(_ file: ImportInput) throws {
        let format = Self.isPBF(file.head) ? "pbf" : "osm"
        if file.isFile, !file.isGzipped, Self.endings.contains(where: file.path.hasSuffix) {
            export = try OsmiumExport(path: file.path, named: file.name, format: format)
        } else {
            let copy = try InputCopy(of: file, ending: format == "pbf" ? ".osm.pbf" : ".osm")
            export = try OsmiumExport(
                path: copy.path, named: file.name, format: format, keeping: copy)
        }
        export.whenWaiting = file.whenWaiting
        features = GeoJSONPlaces(export)
        file.handOver()
    }

    /// Passes roads, houses and everything else that is no place, without counting it.
    mutating func next(_ draft: inout PlaceDraft) throws -> Bool {
        do {
            while try features.next(&draft) {
                if draft.hasCategoryTag || draft.isArea { return true }
                draft.clear()
            }
        } catch let error as GeoJSONError {
            // osmium has stopped in the middle, and `finish` throws what it says; or it found
            // nothing.
            try export.finish()
            guard case .empty = error else { throw error }
            return false
        }
        try export.finish()
        return false
    }
}

/// A file of OpenStreetMap data, for programs that read nothing but files.
package struct OpenStreetMapFile: Sendable {
    package let path: String
    /// Whether it is a PBF, and not XML.
    package let isPBF: Bool
    /// Whether it must be copied before others can read it.
    package let isPacked: Bool

    /// `nil` if it is something else.
    package init?(path: String) throws {
        let input = try ImportInput(path: path)
        let head = try input.peek()
        guard OSMFile.recognises(head) else { return nil }
        self.path = path
        isPBF = OSMFile.isPBF(head)
        isPacked = input.isGzipped || input.isConverted
    }

    /// Writes what is packed to a new file.
    package func unpack(to copy: String) throws {
        let input = try ImportInput(path: path)
        _ = try input.peek()
        let descriptor = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError.cannotWrite(copy, .current) }
        defer { close(descriptor) }
        while let piece = try input.next() {
            guard writeAll(piece, to: descriptor) else {
                throw FileError.cannotWrite(copy, .current)
            }
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate func hasText(_ text: String) -> Bool {
        let text = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: text) }
    }
}
