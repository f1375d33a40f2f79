import Posix

/// The lines of a coast, as osmium writes them: OPL, an object to a line (osmcode.org/opl-file-format).
struct Coast {
    private var nodes: [Int64: MapPoint] = [:]
    private var ways: [[Int64]] = []

    /// Takes one line; those that say something else are passed.
    mutating func read(_ line: Substring) {
        let fields = line.split(separator: " ")
        guard let head = fields.first, let id = Int64(head.dropFirst()) else { return }
        func field(_ letter: Character) -> Substring? {
            fields.dropFirst().first { $0.first == letter }?.dropFirst()
        }
        switch head.first {
        case "n":
            if let x = field("x").flatMap({ Double($0) }),
                let y = field("y").flatMap({ Double($0) })
            {
                nodes[id] = MapPoint(x: x, y: y)
            }
        case "w":
            let ids = field("N")?.split(separator: ",").compactMap { Int64($0.dropFirst()) } ?? []
            if ids.count > 1 { ways.append(ids) }
        default: break
        }
    }

    /// Ways that go on where others end are one line. Nodes that the extract has left out are passed.
    var lines: [[MapPoint]] {
        var starting: [Int64: [Int]] = [:]
        for (index, way) in ways.enumerated() { starting[way[0], default: []].append(index) }
        let ends = Set(ways.map { $0[$0.count - 1] })
        var isUsed = Array(repeating: false, count: ways.count)
        func chain(from first: Int) -> [Int64] {
            var ids = ways[first]
            isUsed[first] = true
            while let last = ids.last, last != ids[0],
                let next = starting[last]?.first(where: { !isUsed[$0] })
            {
                isUsed[next] = true
                ids += ways[next].dropFirst()
            }
            return ids
        }
        var chains: [[Int64]] = []
        // Those that nothing leads to come first, so that no line begins in its middle.
        for index in ways.indices where !ends.contains(ways[index][0]) {
            chains.append(chain(from: index))
        }
        for index in ways.indices where !isUsed[index] { chains.append(chain(from: index)) }
        return chains.map { $0.compactMap { nodes[$0] } }.filter { $0.count > 1 }
    }
}

/// Areas of sea as OpenStreetMap data (XML).
struct SeaFile {
    private var nodes = ""
    private var ways = ""
    private var relations = ""
    private var last = Self.firstID

    /// Real things have smaller ids for many years yet, and tilemaker takes none above 2^42.
    private static let firstID: Int64 = 1 << 36

    init(_ areas: [Sea.Area]) {
        for area in areas { add(area) }
    }

    private mutating func newID() -> Int64 {
        last += 1
        return last
    }

    private mutating func add(_ area: Sea.Area) {
        let tags = #"<tag k="natural" v="water"/><tag k="water" v="sea"/>"#
        guard !area.islands.isEmpty else {
            _ = add(area.outline, tags)
            return
        }
        let outer = #"<member type="way" ref="\#(add(area.outline))" role="outer"/>"#
        let inner = area.islands.map { #"<member type="way" ref="\#(add($0))" role="inner"/>"# }
        relations += """
            <relation id="\(newID())" version="1">\(outer)\(inner.joined())\
            <tag k="type" v="multipolygon"/>\(tags)</relation>

            """
    }

    /// Returns the id of the way.
    private mutating func add(_ line: [MapPoint], _ tags: String = "") -> Int64 {
        var ids = line.map { point in
            let id = newID()
            nodes += #"<node id="\#(id)" version="1" lat="\#(point.y)" lon="\#(point.x)"/>"# + "\n"
            return id
        }
        ids.append(ids[0])
        let references = ids.map { #"<nd ref="\#($0)"/>"# }.joined()
        let id = newID()
        ways += #"<way id="\#(id)" version="1">\#(references)\#(tags)</way>"# + "\n"
        return id
    }

    var text: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <osm version="0.6" generator="geofencectl">
        \(nodes)\(ways)\(relations)</osm>

        """
    }
}
