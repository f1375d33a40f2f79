import Posix

/// The source of the places of one input: the first part of their ids.
struct ImportSource {
    static let osm = "osm"
    /// Of the places that people add themselves.
    static let own = "own"

    /// The source of all places, if the user has named one.
    private let given: String?
    /// The source of places without an id of OpenStreetMap; `nil` for standard input, which has no
    /// name.
    private let ofFile: String?
    private let file: String

    /// `given` is without a slash; `path` may be `-`.
    init(given: String?, path: String) {
        self.given = given
        file = path == "-" ? "standard input" : path
        ofFile = path == "-" ? nil : Self.name(ofFileAt: path)
    }

    /// Throws if the source of places without an id of OpenStreetMap is not known.
    func name(isOSM: Bool) throws -> String {
        if let given { return given }
        if isOSM { return Self.osm }
        guard let ofFile else { throw ImportError.noSource(file) }
        guard ofFile != Self.own else { throw ImportError.ownSource(file) }
        return ofFile
    }

    /// Throws if a source cannot be called so.
    static func check(_ source: String) throws(ImportError) {
        let bytes = source.utf8
        guard !bytes.isEmpty, bytes.count <= Limits.shortText, source == source.trimmed,
            !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0)
        else { throw .badSource(source) }
        if source == own { throw .ownSource(nil) }
    }

    /// `cafes` of `/data/cafes-2024-05.csv.gz`: without the extension, and without a date or a
    /// version at the end, so that the next file replaces it.
    static func name(ofFileAt path: String) -> String {
        let last = path.split(separator: "/").last.map { String($0) } ?? path
        var name = last[...]
        for ending in [".gz", ".pbf", ".osm"] where name.lowercased().hasSuffix(ending) {
            name.removeLast(ending.count)
        }
        if let dot = name.lastIndex(of: "."), name[dot...].dropFirst().contains(where: \.isLetter) {
            name = name[..<dot]
        }
        let stem = name.withoutVersions.trimmed
        return stem.isEmpty ? String(last) : stem
    }
}

extension Substring {
    /// Without `-2024-05`, `_v2`, ` 3` and the like at the end; without four or more digits there.
    fileprivate var withoutVersions: String {
        var name = self
        while let cut = name.lastVersion { name = name[..<cut] }
        return String(name)
    }

    private var lastVersion: Index? {
        let digits = suffix { $0.isASCII && $0.isNumber || $0 == "." }
        var start = digits.startIndex
        guard digits.contains(where: \.isNumber), start > startIndex else { return nil }
        if digits.count >= 4, !self[index(before: start)].isSeparator { return start }
        if self[index(before: start)] == "v" { start = index(before: start) }
        guard start > startIndex, self[index(before: start)].isSeparator else { return nil }
        let cut = self[..<start].lastIndex { !$0.isSeparator }
        return cut.map { index(after: $0) }
    }

    private func suffix(while matches: (Character) -> Bool) -> Substring {
        let start = lastIndex { !matches($0) }.map { index(after: $0) } ?? startIndex
        return self[start...]
    }
}

extension Character {
    fileprivate var isSeparator: Bool { self == "-" || self == "_" || self == " " || self == "." }
}
