import Posix

/// Places that are waypoints of GPX 1.0 or 1.1.
struct GPXPlaces: PlaceProvider {
    static let name = "GPX"

    private let file: any ByteSource
    private let parser = WaypointParser()
    private var waypoints: ArraySlice<Waypoint> = []
    private var hasEnded = false

    /// Takes XML: it begins with `<`, perhaps after a byte order mark and blanks; in UTF-16, NULs
    /// stand between them.
    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        let mayPrecede: [UInt8] = [
            .space, .tab, .newline, .carriageReturn, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0,
        ]
        return head.first { !mayPrecede.contains($0) } == UInt8(ascii: "<")
    }

    init(_ file: ImportInput) {
        self.file = file
    }

    mutating func next(_ draft: inout PlaceDraft) throws -> Bool {
        while waypoints.isEmpty {
            if hasEnded { return false }
            let piece = try file.next()
            hasEnded = piece == nil
            do {
                try parser.feed(piece)
            } catch {
                throw ImportError.damaged(FileLine(file.name, error.line), error.what)
            }
            waypoints = parser.takeWaypoints()[...]
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
