import Formats
import Posix

/// Places that are waypoints of GPX 1.0 or 1.1.
struct GPXPlaces: PlaceProvider {
    static let name = "GPX"

    private let file: any ByteSource
    private let xml = XMLParser()
    private var document = WaypointDocument()
    private var waypoints: ArraySlice<Waypoint> = []
    private var hasEnded = false

    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool { XMLParser.recognises(head) }

    init(_ file: ImportInput) {
        self.file = file
        if file.isConverted { xml.assumeUTF8() }
    }

    mutating func next(_ draft: inout PlaceDraft) throws -> Bool {
        while waypoints.isEmpty {
            if hasEnded { return false }
            let piece = try file.next()
            hasEnded = piece == nil
            do {
                try xml.feed(piece, to: &document)
            } catch {
                throw ImportError.damaged(FileLine(file.name, error.line), error.what.remedy)
            }
            waypoints = document.takeWaypoints()[...]
        }
        let waypoint = waypoints.removeFirst()
        draft.line = waypoint.line
        for (column, text) in waypoint.texts {
            draft.set(column, String(decoding: text, as: UTF8.self))
        }
        return true
    }
}

/// What one waypoint says.
struct Waypoint {
    /// Where it starts in the file.
    var line: Int
    var texts: [(PlaceColumn, [UInt8])] = []
}
