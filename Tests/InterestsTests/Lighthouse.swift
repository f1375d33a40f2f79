import Geofencing
import Places
import SQLite

@testable import Interests

/// A kind of regions that is not one of the program's.
struct Lighthouse: RegionKind, Codable, Hashable, Identifiable {
    /// 0 of one that is to be added.
    var id: Int64 = 0
    var name: String
    var latitude: Double
    var longitude: Double
    /// Metres.
    var radius: Double

    struct Filter: RegionFilter {
        init(query: [String: String]) {}
        var query: [(name: String, value: String)] { [] }
    }

    static let name = "lighthouse"
    static let collection = "lighthouses"
    static let schema = Schema(
        part: "lighthouses",
        steps: [
            """
            CREATE TABLE lighthouse (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                latitude REAL NOT NULL,   -- degrees
                longitude REAL NOT NULL,  -- degrees
                radius REAL NOT NULL      -- metres
            ) STRICT
            """
        ])
    static let description = RegionKindDescription(item: "{}", draft: "{}")

    static func items(
        _ filter: Filter, for caller: Caller, in store: PlaceStore
    ) throws -> [Lighthouse] {
        try all(in: store).map(\.lighthouse)
    }

    static func item(_ id: Int64, for caller: Caller, in store: PlaceStore) throws -> Lighthouse {
        guard let found = try all(in: store).first(where: { $0.id == id }) else {
            throw Refusal(.notFound, "lighthouse \(id)", "there is none")
        }
        return found.lighthouse
    }

    static func add(
        _ draft: Lighthouse, for caller: Caller, in store: PlaceStore
    ) throws -> Added<Lighthouse> {
        try store.connection.run(
            """
            INSERT INTO lighthouse (name, latitude, longitude, radius)
            VALUES (:name, :latitude, :longitude, :radius)
            """,
            [
                "name": .text(draft.name), "latitude": .real(draft.latitude),
                "longitude": .real(draft.longitude), "radius": .real(draft.radius),
            ])
        return Added(try item(store.connection.lastRow, for: caller, in: store))
    }

    static func change(
        _ id: Int64, to draft: Lighthouse, for caller: Caller, in store: PlaceStore
    ) throws -> Lighthouse {
        throw Refusal(.forbidden, "lighthouse \(id)", "stays where it is")
    }

    static func remove(_ id: Int64, for caller: Caller, in store: PlaceStore) throws {
        try store.connection.run("DELETE FROM lighthouse WHERE id = :id", ["id": .integer(id)])
    }

    static func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, radius: Double,
        in store: PlaceStore
    ) throws -> [Region] {
        try all(in: store).map { id, lighthouse in
            Region(
                id: "\(name)/\(id)", kind: name, name: lighthouse.name,
                center: Coordinate(
                    latitude: lighthouse.latitude, longitude: lighthouse.longitude),
                radius: lighthouse.radius)
        }
        .filter { $0.center.distance(to: center) - $0.radius <= reach }
    }

    private static func all(
        in store: PlaceStore
    ) throws -> [(id: Int64, lighthouse: Lighthouse)] {
        try store.connection.rows(
            "SELECT id, name, latitude, longitude, radius FROM lighthouse ORDER BY id"
        ) { row in
            let lighthouse = Lighthouse(
                id: row.integer(0), name: row.text(1) ?? "", latitude: row.real(2),
                longitude: row.real(3),
                radius: row.real(4))
            return (row.integer(0), lighthouse)
        }
    }
}
