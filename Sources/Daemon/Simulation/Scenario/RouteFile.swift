import Formats
import FoundationEssentials
import Geofencing
import Posix

/// Where a route leads: the line of a GPX or GeoJSON file.
///
/// Of GPX, the points of its routes; without any, those of its tracks; without any, its
/// waypoints. Of GeoJSON, its first LineString.
package struct RouteFile {
    /// Two at least.
    let points: [Coordinate]
    /// Whether it is a track whose points have times: a journey that was made.
    package let hasTimes: Bool

    private static let largest = 64 << 20

    package init(_ path: String) throws {
        let raw = try InputFile.contents(of: path, limit: Self.largest)
        let bytes = raw.asUTF8
        let points: [Coordinate]
        switch Self.first(bytes) {
        case UInt8(ascii: "<"):
            (points, hasTimes) = try GPXRoute.read(bytes, path, isConverted: bytes != raw)
        case UInt8(ascii: "{"):
            (points, hasTimes) = (try Self.line(bytes, path), false)
        default: throw RouteError(path, nil, "is neither GPX nor GeoJSON: convert it to one")
        }
        guard points.count <= Scenario.mostPoints else {
            throw RouteError(
                path, nil, "has more than \(Scenario.mostPoints) points: use a shorter route")
        }
        guard points.count > 1 else {
            throw RouteError(path, nil, "has no line in it: use a route, a track or a LineString")
        }
        if let place = points.firstIndex(where: { !$0.isValid }) {
            throw RouteError(
                path, nil, "point \(place + 1) is nowhere on the Earth: correct or remove it")
        }
        self.points = points
    }

    /// Whether the file begins as GPX or GeoJSON does, and not as a scenario.
    package static func recognises(_ path: String) throws -> Bool {
        try InputFile.refusePipe(path)
        let file = TextInput(try InputFile(path: path), unpacks: false)
        // Its bytes go with the file.
        return try withExtendedLifetime(file) {
            guard let head = try file.next(), let first = first(head) else { return false }
            return first == UInt8(ascii: "<") || first == UInt8(ascii: "{")
        }
    }

    private static func first(_ bytes: some Sequence<UInt8>) -> UInt8? {
        bytes.first { !$0.isBlank && $0 < 0x80 }
    }

    private static func line(_ bytes: [UInt8], _ path: String) throws -> [Coordinate] {
        let document: GeoJSONLine
        do {
            document = try JSONDecoder().decode(GeoJSONLine.self, from: Data(bytes))
        } catch {
            throw RouteError(path, nil, "is not GeoJSON as RFC 7946 has it: check the file")
        }
        return document.line?.compactMap {
            $0.count < 2 ? nil : Coordinate(latitude: $0[1], longitude: $0[0])
        } ?? []
    }
}

extension [Coordinate] {
    /// Without those nearer than `spacing` metres to the one before; the last stays.
    func journey(spacing: Double) -> [Scenario.Point] {
        var kept: [Scenario.Point] = []
        var last: Vector?
        for (index, coordinate) in enumerated() {
            let here = Vector(coordinate)
            if let last, (here - last).length < spacing, index < count - 1 { continue }
            kept.append(Scenario.Point(coordinate: coordinate))
            last = here
        }
        return kept
    }
}

/// Why a route cannot be followed.
package struct RouteError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ path: String, _ line: Int?, _ what: String) {
        description = (line.map { "\(path):\($0): \(what)" } ?? "\(path): \(what)").visible
    }
}

/// As much of a GeoJSON object as leads to a line.
private struct GeoJSONLine: Decodable {
    var type: String
    var features: [GeoJSONLine]?
    var geometry: Geometry?
    private var own: [[Double]]?

    struct Geometry: Decodable {
        var type: String
        var line: [[Double]]?

        enum Key: String, CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            type = try container.decode(String.self, forKey: .type)
            // Others have coordinates of other depths.
            guard type == "LineString" else { return }
            line = try container.decode([[Double]].self, forKey: .coordinates)
        }
    }

    enum Key: String, CodingKey { case type, features, geometry, coordinates }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        type = try container.decode(String.self, forKey: .type)
        features = try container.decodeIfPresent([GeoJSONLine].self, forKey: .features)
        geometry = try container.decodeIfPresent(Geometry.self, forKey: .geometry)
        if type == "LineString" {
            own = try container.decode([[Double]].self, forKey: .coordinates)
        }
    }

    var line: [[Double]]? {
        own ?? geometry?.line ?? features?.lazy.compactMap(\.line).first
    }
}

/// The points of a GPX document, wherever they stand in it.
private struct GPXRoute: XMLContent {
    /// By kind.
    private var points = [[Coordinate]](repeating: [], count: kinds.count)
    /// Of the element that began last; `nil` if that is no point.
    private var kind: Int?
    /// Whether a point of a track has a time. Elements in a point are not told from those after it:
    /// in a track, only points have times.
    private var hasTimes = false
    private var isInTrack = false

    /// The first of which there are any are taken.
    private static let kinds: [StaticString] = ["rtept", "trkpt", "wpt"]

    static func read(
        _ bytes: [UInt8], _ path: String, isConverted: Bool
    ) throws -> (points: [Coordinate], hasTimes: Bool) {
        let xml = XMLParser()
        if isConverted { xml.assumeUTF8() }
        var route = GPXRoute()
        do throws(XMLFault) {
            try bytes.withUnsafeBufferPointer { bytes throws(XMLFault) in
                try xml.feed(UnsafeRawBufferPointer(bytes), to: &route)
            }
            try xml.feed(nil, to: &route)
        } catch {
            throw RouteError(path, error.line, error.what.remedy)
        }
        let chosen = route.points.firstIndex { !$0.isEmpty }
        return (
            chosen.map { route.points[$0] } ?? [],
            route.hasTimes && chosen.map { kinds[$0].description } == "trkpt"
        )
    }

    mutating func start(_ name: Span<UInt8>, in line: () -> Int) throws(XMLFault.What) -> Bool {
        kind = Self.kinds.indices.first { name.equals(Self.kinds[$0]) }
        if name.equals("trk") { isInTrack = true }
        if name.equals("rte") || name.equals("wpt") { isInTrack = false }
        if isInTrack, name.equals("time") { hasTimes = true }
        guard let kind else { return false }
        points[kind].append(Coordinate(latitude: .nan, longitude: .nan))
        if points[kind].count > Scenario.mostPoints {
            throw .refused("has too many points: use fewer")
        }
        return false
    }

    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        guard let kind else { return }
        let (last, number) = (points[kind].count - 1, Double(decimal: value) ?? .nan)
        if name.equals("lat") { points[kind][last].latitude = number }
        if name.equals("lon") { points[kind][last].longitude = number }
    }

    mutating func text(_ piece: Span<UInt8>) {}
    mutating func end() -> Bool { false }
}
