import Geofencing
import Interests
import Places
import Posix
import SQLite

/// A kind of regions that is not one of the program's: where to sit.
struct Bench: RegionKind, Codable, Hashable, Identifiable {
    var id: Int64
    var lat: Double
    var lon: Double

    struct Draft: Codable {
        var lat: Double
        var lon: Double
    }

    struct Filter: RegionFilter {
        init(query: [String: String]) {}
        var query: [(name: String, value: String)] { [] }
    }

    static let name = "bench"
    static let collection = "benches"
    static let schema = Schema(
        part: "benches",
        steps: ["CREATE TABLE bench (id INTEGER PRIMARY KEY, lat REAL, lon REAL) STRICT"])
    static let description = RegionKindDescription(
        item: #"{"type": "object", "required": ["id", "lat", "lon"]}"#,
        draft: #"{"type": "object", "required": ["lat", "lon"]}"#)

    static let actions = [
        RegionAction<Bench>(name: "sit", summary: "Sits down.") { try item($0, for: $1, in: $2) }
    ]

    static func items(
        _ filter: Filter, for caller: Caller, in store: PlaceStore
    ) throws -> [Bench] {
        try store.connection.rows("SELECT id, lat, lon FROM bench") { row in
            Bench(id: row.integer(0), lat: row.real(1), lon: row.real(2))
        }
    }

    static func item(_ id: Int64, for caller: Caller, in store: PlaceStore) throws -> Bench {
        guard
            let bench = try items(Filter(query: [:]), for: caller, in: store)
                .first(where: { $0.id == id })
        else { throw Refusal(.notFound, "bench \(id)", "there is none") }
        return bench
    }

    static func add(
        _ draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Added<Bench> {
        try store.connection.run(
            "INSERT INTO bench (lat, lon) VALUES (:lat, :lon)",
            ["lat": .real(draft.lat), "lon": .real(draft.lon)])
        return Added(try item(store.connection.lastRow, for: caller, in: store))
    }

    static func change(
        _ id: Int64, to draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Bench {
        throw Refusal(.conflict, "bench \(id)", "stays where it is")
    }

    static func remove(_ id: Int64, for caller: Caller, in store: PlaceStore) throws {
        try store.connection.run("DELETE FROM bench WHERE id = :id", ["id": .integer(id)])
    }

    static func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, radius: Double,
        in store: PlaceStore
    ) throws -> [Region] {
        let caller = Caller(account: .root, now: time)
        return try items(Filter(query: [:]), for: caller, in: store).map { bench in
            Region(
                id: "bench/\(bench.id)", kind: name, name: "bench",
                center: Coordinate(latitude: bench.lat, longitude: bench.lon), radius: radius)
        }
    }
}
