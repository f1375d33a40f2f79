import Posix

/// What an element is: its local name and the element that it stands in decide, not its namespace.
enum GPXElement {
    /// The document, in which the root element stands.
    case document
    case gpx
    case track, segment, trackPoint
    case route, routePoint
    case waypoint
    /// The `extensions` of a track point, or an element in them whose own elements may be values.
    case extensions
    case value(GPXPoint.Value)
    /// Neither it nor anything in it is read.
    case foreign

    /// What the element `name` in this one is; `nil` for a root element other than `gpx`.
    func child(_ name: Span<UInt8>) -> GPXElement? {
        switch self {
        case .document: return name.equals("gpx") ? .gpx : nil
        case .gpx:
            if name.equals("trk") { return .track }
            if name.equals("wpt") { return .waypoint }
            return name.equals("rte") ? .route : .foreign
        case .track: return name.equals("trkseg") ? .segment : .foreign
        case .segment: return name.equals("trkpt") ? .trackPoint : .foreign
        case .route: return name.equals("rtept") ? .routePoint : .foreign
        case .trackPoint:
            if let value = GPXPoint.Value(standard: name) { return .value(value) }
            // GPX 1.0 has elements of other namespaces right in the point.
            if let value = GPXPoint.Value(extension: name) { return .value(value) }
            return name.equals("extensions") ? .extensions : .foreign
        case .extensions:
            return GPXPoint.Value(extension: name).map { .value($0) } ?? .extensions
        case .routePoint, .waypoint, .value, .foreign: return .foreign
        }
    }

    var isPoint: Bool {
        switch self {
        case .trackPoint, .routePoint, .waypoint: true
        default: false
        }
    }

    /// The value of the point that its text is; `nil` if it is none.
    var value: GPXPoint.Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension GPXPoint.Value {
    /// From the name of an attribute of a point.
    init?(attribute name: Span<UInt8>) {
        switch name {
        case "lat": self = .latitude
        case "lon": self = .longitude
        default: return nil
        }
    }

    /// From the name that GPX 1.0 or 1.1 gives to an element of a point.
    init?(standard name: Span<UInt8>) {
        switch name {
        case "ele": self = .altitude
        case "time": self = .time
        case "hdop": self = .hdop
        case "fix": self = .fix
        default: return nil
        }
    }

    /// From the name of an element in the extensions. Garmin, OpenTracks and GPX 1.0 have `speed`
    /// and `course`, OpenTracks has `accuracy_horizontal`, others have `accuracy` or `hacc`.
    init?(extension name: Span<UInt8>) {
        if name.equalsIgnoringCase("speed") {
            self = .speed
        } else if name.equalsIgnoringCase("course") {
            self = .track
        } else if name.equalsIgnoringCase("accuracy_horizontal")
            || name.equalsIgnoringCase("accuracy") || name.equalsIgnoringCase("hacc")
        {
            self = .accuracy
        } else {
            return nil
        }
    }
}
