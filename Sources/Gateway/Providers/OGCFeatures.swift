import Formats
import Geofencing
import Messages
import Posix

/// A collection at a server of OGC API Features, asked for one cell after another.
struct OGCFeatures: CellServer {
    private let client: OriginClient
    /// Of its features.
    private let items: String
    private let names: PropertyNames

    /// Features of one answer. Servers that give fewer say where to go on.
    private static let limit = 1000
    private static let mostPages = 100

    init(_ provider: Provider, collection: String, _ client: OriginClient) {
        self.client = client
        items = "\(provider.path)/collections/\(collection)/items"
        names = PropertyNames(provider.properties, of: provider.contents)
    }

    /// The same for each device and in each program of ours, so that a cache answers most.
    func target(of cell: PlaceCell) -> String {
        "\(items)?bbox=\(cell.edges.joined(separator: ","))&limit=\(Self.limit)"
    }

    func features(in cell: PlaceCell, known: CellValidators?) async throws -> CellAnswer {
        var reading = CellReading(cell, names)
        var targets: Set<String> = []
        var (target, room) = (target(of: cell), OriginClient.largestCell)
        var (features, validators, credit): (Int, CellValidators?, String?) = (0, nil, nil)
        while true {
            guard targets.insert(target).inserted else {
                throw ProviderFault("its next pages lead back to one that was there: is it right?")
            }
            guard targets.count <= Self.mostPages else {
                throw ProviderFault("has more than \(Self.mostPages) pages for cell \(cell)")
            }
            let reply = try await client.get(
                target, accept: "application/geo+json",
                known: targets.count == 1 ? known : nil, atMost: room)
            if reply.status == 304 { return .unchanged }
            if reply.isHTML {
                throw ProviderFault(
                    "answers a page for people and no GeoJSON: is url that of its API?",
                    ofServer: true)
            }
            room -= reply.body.count
            // What is on several pages has no state of its own.
            validators = targets.count == 1 ? CellValidators(reply) : nil
            let page = try await CellReading.parse(reply.body) {
                try Self.read($0, into: &reading)
            }
            features += page.features
            credit = credit ?? page.credit
            guard let next = page.next else {
                if let matched = page.matched, matched > features {
                    throw ProviderFault(
                        "says that there are \(matched) features, and gives \(features) of them")
                }
                break
            }
            guard let followed = follow(next) else {
                throw ProviderFault("its next page is no URL: \(next.shortened.quoted)")
            }
            guard room > 0 else {
                throw ProviderFault("has more than \(OriginClient.largestCell >> 20) MiB in a cell")
            }
            target = followed
        }
        return .features(try reading.collection(), validators, credit: credit)
    }

    private struct Page {
        var features: Int
        /// As the server says; `nil` if it does not.
        var matched: Int?
        /// Where the next page is.
        var next: String?
        var credit: String?
    }

    private static func read(_ answer: JSONValue, into reading: inout CellReading) throws -> Page {
        guard answer["type"]?.isString("FeatureCollection") == true,
            let features = answer["features"], features.kind == .array
        else {
            throw ProviderFault(
                "answers no FeatureCollection: are url and collection right?", ofServer: true)
        }
        var count = 0
        try features.forEachElement { feature in
            count += 1
            try reading.see()
            guard feature["type"]?.isString("Feature") == true else {
                return reading.miss("one is no Feature")
            }
            try reading.add(
                id: feature["id"]?.scalar, geometry: feature["geometry"],
                properties: feature["properties"])
        }
        var page = Page(features: count)
        page.matched = answer["numberMatched"]?.integer.map { Int($0) }
        answer["links"]?.forEachElement { link in
            guard page.next == nil, link["rel"]?.isString("next") == true else { return }
            page.next = link["href"]?.string
        }
        // An empty page has none behind it, whatever it says.
        if count == 0 { page.next = nil }
        page.credit = answer["attribution"]?.string
        return page
    }

    /// Where a link of an answer leads to here: of a URL, path and query alone. Behind a proxy, servers
    /// write neither host nor path as others reach them; the collection is where it was.
    func follow(_ link: String) -> String? {
        guard link.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), link.utf8.count <= 4000 else {
            return nil
        }
        var rest = link[...]
        if let scheme = rest.firstRange(of: "//"), !rest[..<scheme.lowerBound].contains("?") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
        }
        rest = rest.prefix { $0 != "#" }
        let path = rest.prefix { $0 != "?" }
        let query = rest[path.endIndex...]
        if query.isEmpty { return nil }
        let ending = items.split(separator: "/").suffix(3)
        if path.isEmpty || path.split(separator: "/").suffix(3).elementsEqual(ending)
            || path == ending.last
        {
            return items + query
        }
        return path.hasPrefix("/") ? String(path + query) : nil
    }
}
