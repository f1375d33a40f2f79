import Formats
package import Geofencing
package import Posix

/// The regions in GeoJSON files: FeatureCollections of Points.
package struct RegionFile: RegionSource {
    /// In the order of the files.
    package private(set) var regions: RegionList = []
    /// The same, for all devices.
    package private(set) var shared = IndexedRegions([])
    /// Where each region stands in its file.
    private var lines: [FileLine] = []

    /// Reads the file, once and entirely; `defaultRadius` (metres) is for features that have none.
    /// Throws a `RegionFileError`, a `GeoJSONError` or a `FileError`.
    package init(path: String, defaultRadius: Double = Region.defaultRadius) throws {
        try self.init(paths: [path], deals: [], defaultRadius: defaultRadius)
    }

    /// As the other, for several files. All features of `deals` are deals, and their ids say so.
    package init(
        paths: [String], deals: [String], defaultRadius: Double = Region.defaultRadius
    ) throws {
        for path in paths { try read(path, kind: nil, defaultRadius) }
        for path in deals { try read(path, kind: "deal", defaultRadius) }
        if let (first, second) = Self.repeatedID(in: regions) {
            throw RegionFileError.repeatedID(
                lines[second], regions[second].id, first: lines[first])
        }
        lines = []
        shared = IndexedRegions(regions)
    }

    private mutating func read(_ path: String, kind: String?, _ defaultRadius: Double) throws {
        var features = try GeoJSONFeatures(path: path)
        while let feature = try features.next() {
            let line = FileLine(path, feature.line)
            var id = try Self.id(of: feature, at: line)
            if let kind, !id.hasPrefix("\(kind)/") { id = "\(kind)/\(id)" }
            do {
                regions.append(
                    try Region(id: id, feature.json, kind: kind, defaultRadius: defaultRadius))
                lines.append(line)
            } catch {
                throw RegionFileError.unusable(line, id, error)
            }
        }
    }

    /// The first region whose id was there before (`second`), and the one that had it (`first`).
    ///
    /// Of a million ids, sorting the hashes takes 0.8 s less than making a dictionary.
    private static func repeatedID(in regions: RegionList) -> (first: Int, second: Int)? {
        let sorted = regions.indices.map { (hash: regions.id(at: $0).hashValue, index: $0) }.sorted
        {
            if $0.hash != $1.hash { return $0.hash < $1.hash }
            return (regions.id(at: $0.index), $0.index) < (regions.id(at: $1.index), $1.index)
        }
        let repeated = zip(sorted, sorted.dropFirst()).lazy.filter {
            $0.hash == $1.hash && regions.id(at: $0.index) == regions.id(at: $1.index)
        }
        return repeated.map { ($0.index, $1.index) }.min { $0.1 < $1.1 }
    }

    private static func id(of feature: GeoJSONFeature, at line: FileLine) throws -> String {
        guard let id = feature.json["id"], id.kind != .null else {
            throw RegionFileError.noID(line)
        }
        guard let text = id.string ?? id.integer.map({ "\($0)" }), !text.isEmpty else {
            throw RegionFileError.badID(line, id.inWords)
        }
        return text
    }

    /// All regions of the files, wherever they are.
    package func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) -> RegionSet {
        RegionSet(layers: [RegionLayer(shared)], reach: .infinity)
    }
}

/// The reason why a file of GeoJSON cannot be used as regions.
package enum RegionFileError: Error, Hashable, CustomStringConvertible {
    case noID(FileLine)
    case badID(FileLine, String)
    /// `first` is where the first region with that id stands.
    case repeatedID(FileLine, String, first: FileLine)
    case unusable(FileLine, String, FeatureError)

    package var description: String {
        switch self {
        case .noID(let line):
            "\(line): the feature has no id: give it one of its own, beside its type"
        case .badID(let line, let id):
            "\(line): the feature's id is \(id): use a string or a whole number"
        case .repeatedID(let line, let id, let first):
            "\(line): feature \(id.quoted): is "
                + (first.file == line.file ? "on line \(first.line)" : "at \(first)")
                + " as well: give each its own id"
        case .unusable(let line, let id, let error): "\(line): feature \(id.quoted): \(error)"
        }
    }
}
