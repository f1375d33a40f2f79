import Posix

/// What an element is, by its local name and the place it stands in; namespaces do not matter.
enum GPXElement {
    /// What the root element stands in.
    case document
    case gpx
    case track, segment, trackPoint
    case route, routePoint
    case waypoint
    /// The `extensions` of a track point, or something in them that may hold more of it.
    case extensions
    case value(GPXPoint.Value)
    /// Not read, and nothing in it.
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

    /// Which value of the point its text is, if it is one.
    var value: GPXPoint.Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension GPXPoint.Value {
    /// From the names of a point's own attributes.
    init?(attribute name: Span<UInt8>) {
        if name.equals("lat") {
            self = .latitude
        } else if name.equals("lon") {
            self = .longitude
        } else {
            return nil
        }
    }

    /// From the names that GPX 1.0 and 1.1 give to what stands in a point.
    init?(standard name: Span<UInt8>) {
        if name.equals("ele") {
            self = .altitude
        } else if name.equals("time") {
            self = .time
        } else if name.equals("hdop") {
            self = .hdop
        } else if name.equals("fix") {
            self = .fix
        } else {
            return nil
        }
    }

    /// From the names in extensions: Garmin's and OpenTracks' `speed` and `course`, which are
    /// also GPX 1.0's own, OpenTracks' `accuracy_horizontal`, and `accuracy` or `hacc`.
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
