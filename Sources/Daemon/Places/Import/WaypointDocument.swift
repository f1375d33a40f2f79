import Formats
import Posix

/// A GPX document as it is read: keeps its waypoints.
struct WaypointDocument: XMLContent {
    private var waypoints: [Waypoint] = []
    /// How many elements are open.
    private var depth = 0
    private var waypoint: Waypoint?
    /// The text that comes now is for this.
    private var column: PlaceColumn?
    private var bytes: [UInt8] = []

    /// Of one waypoint; GPX has seven.
    private static let mostTexts = 20
    private static let waypointDepth = 2

    /// Those that have ended since the last call.
    mutating func takeWaypoints() -> [Waypoint] {
        defer { waypoints.removeAll(keepingCapacity: true) }
        return waypoints
    }

    private var wantsText: Bool { column != nil && depth == Self.waypointDepth + 1 }

    mutating func start(_ name: Span<UInt8>, in line: () -> Int) throws(XMLFault.What) -> Bool {
        depth += 1
        if depth == 1, !name.equals("gpx") {
            let text = String(decoding: name.array, as: UTF8.self)
            throw .refused("the root element is \(text.quoted), not gpx: convert the file to GPX")
        }
        if depth == Self.waypointDepth, name.equals("wpt") {
            waypoint = Waypoint(line: line())
        } else if depth == Self.waypointDepth + 1, waypoint != nil {
            column = PlaceColumn(waypointElement: name)
            bytes.removeAll(keepingCapacity: true)
        }
        return wantsText
    }

    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        if depth == Self.waypointDepth {
            if name.equals("lat") { add(.field(.latitude, rank: 0), value.array) }
            if name.equals("lon") { add(.field(.longitude, rank: 0), value.array) }
        } else if depth == Self.waypointDepth + 1, name.equals("href") {
            // GPX 1.1 has it in `link`.
            add(.field(.website, rank: 0), value.array)
        }
    }

    mutating func text(_ piece: Span<UInt8>) {
        // One more than can be kept, so that it is seen to be too long.
        bytes += piece.extracting(first: Limits.longText + 1 - bytes.count).array
    }

    mutating func end() -> Bool {
        if depth == Self.waypointDepth + 1, let column {
            add(column, bytes)
            self.column = nil
        } else if depth == Self.waypointDepth, let waypoint {
            waypoints.append(waypoint)
            self.waypoint = nil
        }
        depth -= 1
        return wantsText
    }

    private mutating func add(_ column: PlaceColumn, _ text: [UInt8]) {
        guard let waypoint, waypoint.texts.count < Self.mostTexts else { return }
        self.waypoint?.texts.append((column, Array(text.prefix(Limits.longText + 1))))
    }
}

extension PlaceColumn {
    /// What stands in a waypoint; `nil` if it says nothing that is kept.
    fileprivate init?(waypointElement name: Span<UInt8>) {
        switch name {
        case "name": self = .field(.name, rank: 0)
        case "desc": self = .field(.description, rank: 0)
        case "cmt": self = .field(.description, rank: 1)
        case "type": self = .field(.category, rank: 0)
        // GPX 1.0; 1.1 has it in an attribute.
        case "url": self = .field(.website, rank: 1)
        default: return nil
        }
    }
}
