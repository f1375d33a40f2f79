import CExpat
import FoundationEssentials
import Geofencing
import Glibc
import Posix

/// Where a route leads: the line of a GPX or GeoJSON file.
///
/// Of GPX, the points of its routes; without any, those of its tracks; without any, its
/// waypoints. Of GeoJSON, its first LineString.
enum RouteFile {
    private static let largest = 64 << 20

    static func coordinates(_ path: String) throws -> [Coordinate] {
        let bytes = try InputFile.contents(of: path, limit: largest)
        let first = bytes.first { !$0.isBlank && $0 < 0x80 }
        let points: [Coordinate] =
            switch first {
            case UInt8(ascii: "<"): try GPXRoute.read(bytes, path)
            case UInt8(ascii: "{"): try line(bytes, path)
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
        return points
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

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}

/// Reads points of a GPX document by expat, which opens nothing outside of it.
private struct GPXRoute {
    private let expat: XML_Parser
    private var refusal: String?
    private var points: [String: [Coordinate]] = [:]

    static func read(_ bytes: [UInt8], _ path: String) throws -> [Coordinate] {
        guard let expat = XML_ParserCreate(nil) else { fatalError("out of memory") }
        defer { XML_ParserFree(expat) }
        var route = GPXRoute(expat: expat)
        let status = withUnsafeMutablePointer(to: &route) { route in
            XML_SetUserData(expat, route)
            XML_SetStartElementHandler(expat) { data, name, attributes in
                data!.assumingMemoryBound(to: GPXRoute.self).pointee.start(name!, attributes!)
            }
            XML_SetEntityDeclHandler(expat) { data, _, _, _, _, _, _, _, _ in
                data!.assumingMemoryBound(to: GPXRoute.self).pointee
                    .refuse("GPX declares no entities: remove the DOCTYPE")
            }
            return bytes.withUnsafeBytes {
                XML_Parse(
                    expat, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
            }
        }
        let line = Int(XML_GetCurrentLineNumber(expat))
        if let refusal = route.refusal { throw RouteError(path, line, refusal) }
        guard status == XML_STATUS_OK else {
            let words = String(cString: XML_ErrorString(XML_GetErrorCode(expat))).lowercased()
            throw RouteError(path, line, "is not XML: \(words): is the file complete?")
        }
        return route.points["rtept"] ?? route.points["trkpt"] ?? route.points["wpt"] ?? []
    }

    private init(expat: XML_Parser) {
        self.expat = expat
    }

    private mutating func refuse(_ what: String) {
        refusal = refusal ?? what
        XML_StopParser(expat, XML_Bool(XML_FALSE))
    }

    private mutating func start(
        _ name: UnsafePointer<XML_Char>,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
    ) {
        let name = String(cString: name).split(separator: ":").last.map { String($0) } ?? ""
        guard ["rtept", "trkpt", "wpt"].contains(name) else { return }
        var (latitude, longitude) = (Double.nan, Double.nan)
        var next = attributes
        while let key = next[0], let value = next[1] {
            if strcmp(key, "lat") == 0 { latitude = Double(String(cString: value)) ?? .nan }
            if strcmp(key, "lon") == 0 { longitude = Double(String(cString: value)) ?? .nan }
            next += 2
        }
        points[name, default: []].append(
            Coordinate(latitude: latitude, longitude: longitude))
        if points[name]!.count > Scenario.mostPoints { refuse("has too many points: use fewer") }
    }
}
