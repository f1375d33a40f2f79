package import Formats
package import Geofencing

/// The reason why a feature cannot be a region. Its strings are values of the file, worded for a
/// message.
package enum FeatureError: Error, Hashable, CustomStringConvertible {
    case noGeometry
    case notAPoint(String)
    case badCoordinates
    case badLatitude(Double)
    case badLongitude(Double)
    case wrongType(String, String, wanted: JSONValue.Kind)
    case badRadius(String)
    case badAudience(String)
    case badTime(String, String)
    case endsBeforeItStarts(Timestamp)

    package var description: String {
        switch self {
        case .noGeometry: "has no geometry: give it a Point"
        case .notAPoint(let found): "the geometry is \(found): use a Point"
        case .badCoordinates:
            "the coordinates are not a longitude and a latitude: use numbers, as in [4.89, 52.37]"
        case .badLatitude(let degrees):
            "latitude \(degrees) is not between -90 and 90: GeoJSON puts the longitude first"
        case .badLongitude(let degrees):
            "longitude \(degrees) is not between -180 and 180: use degrees of WGS 84"
        case .wrongType(let name, let found, let wanted):
            "\(name) is \(found): use \(wanted.rawValue)"
        case .badRadius(let found):
            "radius \(found) is not above 0 and at most 100000: use metres"
        case .badAudience(let found):
            "audience \(found) is not 1 to 128 of a-z, 0-9 and ._/-, the first a letter or digit: "
                + "write it as in everyone or person/anna"
        case .badTime(let name, let text):
            "\(name) \(text) is not a time: write it as in 2026-05-01T09:00:00Z"
        case .endsBeforeItStarts(let end): "ends at \(end), before it starts: swap the two"
        }
    }
}
