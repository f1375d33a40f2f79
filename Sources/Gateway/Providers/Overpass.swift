import Formats
import Geofencing
import Messages
import Posix

/// A server of the Overpass API, which has OpenStreetMap as it is now.
struct Overpass: CellServer {
    private let client: OriginClient
    private let path: String

    /// The tags that make a place.
    private static let keys = [
        "amenity", "shop", "tourism", "leisure", "office", "healthcare", "craft",
    ]
    /// Seconds that a query may take there: it is what the server sets apart for it.
    private static let timeout = 25

    init(_ provider: Provider, _ client: OriginClient) {
        (self.client, path) = (client, provider.path)
    }

    /// What has a name, in the cell: south, west, north, east.
    func target(of cell: PlaceCell) -> String {
        let edges = cell.edges
        let box = [edges[1], edges[0], edges[3], edges[2]].joined(separator: ",")
        let wanted = Self.keys.map { "nwr[name][\($0)];" }.joined()
        let query =
            "[out:json][timeout:\(Self.timeout)][bbox:\(box)];(\(wanted));"
            + "out center tags \(CellReading.most + 1);"
        return "\(path.isEmpty ? "/" : path)?data=\(query.percentEncoded())"
    }

    func features(in cell: PlaceCell, known: CellValidators?) async throws -> CellAnswer {
        let reply = try await client.get(
            target(of: cell), accept: "application/json", known: known,
            atMost: OriginClient.largestCell)
        if reply.status == 304 { return .unchanged }
        if reply.isHTML {
            throw ProviderFault(
                "answers a page for people and no JSON: is url that of its interpreter?",
                ofServer: true)
        }
        var reading = CellReading(cell, PropertyNames([:], of: .places))
        let credit = try await CellReading.parse(reply.body) {
            try Self.read($0, into: &reading)
        }
        return .features(try reading.collection(), CellValidators(reply), credit: credit)
    }

    /// Returns whose data it is.
    private static func read(
        _ answer: JSONValue, into reading: inout CellReading
    ) throws -> String? {
        // It says so with status 200, and gives what it has found until then.
        if let remark = answer["remark"]?.string, !remark.isEmpty {
            throw ProviderFault(
                "has not ended: \(remark.shortened(to: 200))", ofServer: true, retryAfter: 60)
        }
        guard let elements = answer["elements"], elements.kind == .array else {
            throw ProviderFault(
                "answers no elements: is url that of its interpreter?", ofServer: true)
        }
        try elements.forEachElement { element in
            try reading.see()
            let middle = element["center"] ?? element
            guard let type = element["type"]?.string, let id = element["id"]?.integer,
                let latitude = middle["lat"]?.number, let longitude = middle["lon"]?.number,
                abs(latitude) <= 90, abs(longitude) <= 180
            else { return reading.miss("one has no type, id or position") }
            // The middle of what lies across an edge may be beyond it.
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            try reading.add(
                id: "\(type)/\(id)", at: coordinate, from: coordinate, to: coordinate,
                margin: PlaceCell.size, properties: element["tags"])
        }
        return answer["osm3s"]?["copyright"]?.string
    }
}
