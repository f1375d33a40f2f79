package import Posix

/// Why a file of GeoJSON cannot be used, and where.
package enum GeoJSONError: Error, Hashable, CustomStringConvertible {
    case empty(String)
    case notGeoJSON(FileLine)
    case notJSON(FileLine, JSONError)
    /// This character must come next, but does not.
    case missing(FileLine, Unicode.Scalar)
    /// The file ends within what starts here.
    case unfinished(FileLine)
    /// A feature, or a collection without its features, is of more than `limit` bytes.
    case tooLarge(FileLine, limit: Int)
    /// The type that was found; `nil`: none.
    case wrongType(FileLine, String?, wanted: String)
    case noFeatures(FileLine)
    case repeatedFeatures(FileLine)
    case otherCRS(FileLine, String)

    package var description: String {
        switch self {
        case .empty(let name): "\(name): is empty"
        case .notGeoJSON(let line):
            "\(line): is not GeoJSON: a Feature or FeatureCollection must start here"
        case .notJSON(let line, let error): "\(line): \(error)"
        case .missing(let line, let character):
            "\(line): is not JSON: '\(character)' must come here"
        case .unfinished(let line):
            "\(line): what starts here does not end: is the file complete?"
        case .tooLarge(let line, let limit):
            "\(line): what starts here is larger than \(limit / 1_048_576) MiB: is a bracket missing?"
        case .wrongType(let line, let found?, let wanted):
            "\(line): the type is \(found): it must be \(wanted)"
        case .wrongType(let line, nil, let wanted):
            "\(line): there is no type: it must be \(wanted)"
        case .noFeatures(let line):
            "\(line): the FeatureCollection has no features: give it an array of them"
        case .repeatedFeatures(let line):
            "\(line): the FeatureCollection has features twice: put all into one array"
        case .otherCRS(let line, let name):
            "\(line): the crs is \(name), not WGS 84: convert it, as with ogr2ogr -t_srs EPSG:4326"
        }
    }
}
