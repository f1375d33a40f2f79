import Posix
import SQLite

/// Why a base map cannot be taken, or used.
enum BaseMapError: Error, Hashable, CustomStringConvertible {
    /// The file is something else; why.
    case notTiles(String)
    /// The file is shorter than it says, or broken; why.
    case damaged(String)
    /// Bytes that came, of those that were to come.
    case incomplete(Int, of: Int)
    /// Bytes that were to come, if that was said, and bytes that may be taken.
    case noRoom(needed: Int?, free: Int)
    /// Another one is being received.
    case underWay
    case cannotWrite(String)

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
        case .incomplete(let count, let size):
            "the base map broke off after \(count) of \(size) bytes: send it again"
        case .noRoom(let needed, let free):
            "the base map \(needed.map { "has \($0.megabytes) and " } ?? "")does not fit on the gateway's "
                + "disk, where \(free.megabytes) may be taken: make room and try again"
        case .underWay: "another base map is being received: try again when it is there"
        case .cannotWrite(let why): "the base map cannot be kept: \(why)"
        }
    }
}

extension Int {
    fileprivate var megabytes: String { "\(self / 1_000_000 + (self % 1_000_000 > 0 ? 1 : 0)) MB" }
}
