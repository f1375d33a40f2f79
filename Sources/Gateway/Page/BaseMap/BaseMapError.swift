import Posix
import SQLite

/// Why a file cannot be used as a base map.
enum BaseMapError: Error, Hashable, CustomStringConvertible {
    /// The file is something else; why.
    case notTiles(String)
    /// The file is shorter than it says, or broken; why.
    case damaged(String)

    init(_ error: SQLiteError) {
        switch error {
        case .notADatabase: self = .notTiles("it is no database")
        case .damaged(_, let why) where why.hasPrefix("no such column"): self = .notTiles(why)
        case .damaged(_, let why): self = .damaged(why)
        default: self = .damaged("\(error)")
        }
    }

    var description: String {
        let remedy = "make one with geofencectl places import"
        return switch self {
        case .notTiles(let why): "this is no base map (MBTiles): \(why): \(remedy)"
        case .damaged(let why): "the base map is damaged: \(why): send it again, or \(remedy)"
        }
    }
}
