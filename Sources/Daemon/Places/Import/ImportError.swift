import Formats
package import Posix

/// The reason why an import fails, and changes nothing.
package enum ImportError: Error, Hashable, CustomStringConvertible {
    case empty(String)
    case unknownFormat(String)
    /// The file is damaged there; what is wrong, and what to do.
    case damaged(FileLine, String)
    /// None of the places that were read can be used; the first reason, if there is one.
    case nothingToKeep(String, read: Int, reason: String?)
    case badSource(String)
    /// Places without an id of OpenStreetMap, from an input without a name, need one for their
    /// source.
    case noSource(String)
    /// Files cannot have the source of the places that people add; the name of the file, unless
    /// the user has named the source.
    case ownSource(String?)
    case noOsmium(String)
    case osmiumFailed(String, String)
    /// Another import into the same database is under way.
    case underWay(String)
    /// The disk of the database has too little room.
    case noRoom(String)

    package var description: String {
        switch self {
        case .empty(let name): "\(name.visible): is empty: is it the right file?"
        case .unknownFormat(let name):
            "\(name.visible): is none of \(PlaceProviders.names.joined(separator: ", ")) as far as "
                + "can be told: convert it to one of them"
        case .damaged(let line, let what): "\(line): \(what)".visible
        case .nothingToKeep(let names, 0, _):
            "\(names.visible): has no places: nothing is changed"
        case .nothingToKeep(let names, let read, let reason):
            "\(names.visible): none of \(read) places can be used: nothing is changed"
                + (reason.map { "; the first is \($0)" } ?? "")
        case .badSource(let source):
            "--source: \(source.quoted) cannot name a source: use a word without a slash"
        case .noSource(let name):
            "\(name.visible): its places have no ids of OpenStreetMap: say where they are from with "
                + "--source"
        case .ownSource(let name):
            "\(name?.visible ?? "--source"): 'own' is the source of the places that are added one by "
                + "one: choose another word\(name == nil ? "" : " with --source")"
        case .noOsmium(let name):
            "\(name.visible): is read with osmium, which is not there: install it, as with "
                + "apt install osmium-tool"
        case .osmiumFailed(let name, let words):
            "\(name.visible): osmium cannot read it: \(words.shortened)"
        case .underWay(let path):
            "\(path.visible): another import is under way: try again when it has ended"
        case .noRoom(let path):
            "\(path.visible): there is too little room on its disk, of which "
                + "\(NextPlaceFile.leftFree >> 20) MiB stay free for notices: make room and try again"
        }
    }
}

/// The reason why one place is left out.
enum SkipReason: Error, Hashable, CustomStringConvertible {
    case noPosition
    case notANumber(String, String)
    case notAPoint(String)
    case geometry(GeometryError)
    case nothingKnown
    case tooLong(String, bytes: Int, limit: Int)
    case hasNUL(String)
    case notUTF8
    case repeated(PlaceID)

    var description: String {
        switch self {
        case .noPosition: "has no position"
        case .notANumber(let field, let text):
            "\(field) \(text.quoted) is not a number with a decimal point"
        case .notAPoint(let text):
            "\(text.quoted) is not a position, as POINT (5.2 52.9) with the longitude first"
        case .geometry(let error): error.description
        case .nothingKnown: "has neither a name nor a brand nor a category"
        case .tooLong(let field, let bytes, let limit):
            "\(field) is \(bytes) bytes long: at most \(limit) are kept"
        case .hasNUL(let field): "\(field) has a NUL in it"
        case .notUTF8: "is not UTF-8"
        case .repeated(let id): "\(id.description.shortened) was there before: the first is kept"
        }
    }
}
