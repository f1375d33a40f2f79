import FoundationEssentials
package import Geofencing
package import Interests
package import Places
import Posix
package import SQLite

/// A kind of regions that is not one of the program's, with all that a kind can have.
package struct Lighthouse: RegionKind, Codable, Hashable, Identifiable {
    package var id: Int64
    package var name: String
    package var lat: Double
    package var lon: Double
    package var keeper: String?
    package var lit: Bool
    /// The uid of the account that added it.
    package var owner: UInt32

    package struct Draft: Codable, Sendable {
        var name = Patch<String>.absent
        var lat = Patch<Double>.absent
        var lon = Patch<Double>.absent
        var keeper = Patch<String>.absent

        private enum CodingKeys: String, CodingKey, CaseIterable { case name, lat, lon, keeper }

        package init(from decoder: any Decoder) throws {
            try decoder.refuseUnknownFields(CodingKeys.self)
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            name = try fields.decode(Patch<String>.self, forKey: .name)
            lat = try fields.decode(Patch<Double>.self, forKey: .lat)
            lon = try fields.decode(Patch<Double>.self, forKey: .lon)
            keeper = try fields.decode(Patch<String>.self, forKey: .keeper)
        }
    }

    package struct Filter: RegionFilter {
        var keeper: String?

        package init(query: [String: String]) { keeper = query["keeper"] }

        package var query: [(name: String, value: String)] { keeper.map { [("keeper", $0)] } ?? [] }
    }

    package static let name = "lighthouse"
    package static let collection = "lighthouses"
    package static let schema = Schema(
        part: "lighthouses",
        steps: [
            """
            CREATE TABLE lighthouse (
                id INTEGER PRIMARY KEY,
                item TEXT NOT NULL  -- JSON
            ) STRICT
            """
        ])

    package static let actions = [
        RegionAction<Lighthouse>(name: "light", summary: "Lights it.") { id, caller, store in
            var lighthouse = try item(id, for: caller, in: store)
            lighthouse.lit = true
            return try lighthouse.write(to: store)
        }
    ]

    package static let description = RegionKindDescription(
        item: """
            {"type": "object", "required": ["id", "name", "lat", "lon", "lit", "owner"], "properties": {
              "id": {"type": "integer"}, "name": {"type": "string"}, "lat": {"type": "number"},
              "lon": {"type": "number"}, "keeper": {"type": "string"}, "lit": {"type": "boolean"},
              "owner": {"type": "integer"}}}
            """,
        draft: """
            {"type": "object", "additionalProperties": false, "properties": {
              "name": {"type": "string"}, "lat": {"type": "number"}, "lon": {"type": "number"},
              "keeper": {"type": ["string", "null"]}}}
            """,
        filter: #"[{"name": "keeper", "in": "query", "schema": {"type": "string"}}]"#)
}

// MARK: - What is asked of a kind

extension Lighthouse {
    package static func items(
        _ filter: Filter, for caller: Caller, in store: PlaceStore
    ) throws -> [Lighthouse] {
        try all(in: store).filter { filter.keeper == nil || $0.keeper == filter.keeper }
    }

    package static func item(
        _ id: Int64, for caller: Caller, in store: PlaceStore
    ) throws -> Lighthouse {
        guard let found = try all(in: store).first(where: { $0.id == id }) else {
            throw Refusal(.notFound, "lighthouse \(id)", "there is none")
        }
        return found
    }

    package static func add(
        _ draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Added<Lighthouse> {
        var lighthouse = Lighthouse(
            id: 0, name: try draft.name.required("name", from: nil),
            lat: try draft.lat.required("lat", from: nil),
            lon: try draft.lon.required("lon", from: nil), lit: false, owner: caller.account.uid)
        try lighthouse.apply(draft)
        try store.connection.run("INSERT INTO lighthouse (item) VALUES ('')")
        lighthouse.id = store.connection.lastRow
        return Added(try lighthouse.write(to: store))
    }

    package static func change(
        _ id: Int64, to draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Lighthouse {
        var lighthouse = try own(id, for: caller, in: store)
        try lighthouse.apply(draft)
        return try lighthouse.write(to: store)
    }

    package static func remove(_ id: Int64, for caller: Caller, in store: PlaceStore) throws {
        _ = try own(id, for: caller, in: store)
        try store.connection.run("DELETE FROM lighthouse WHERE id = :id", ["id": .integer(id)])
    }

    package static func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, radius: Double,
        for audiences: Set<Audience>?, in store: PlaceStore
    ) throws -> [Region] {
        try all(in: store).map { lighthouse in
            let fields = [
                lighthouse.keeper.map { Region.Field("keeper", $0) },
                Region.Field("lit", lighthouse.lit ? "yes" : "no"),
            ]
            return Region(
                id: "lighthouse/\(lighthouse.id)", kind: name, name: lighthouse.name,
                center: Coordinate(latitude: lighthouse.lat, longitude: lighthouse.lon),
                radius: radius, details: .init(title: name, fields: fields.compactMap(\.self)))
        }
        .filter { $0.center.distance(to: center) - $0.radius <= reach }
    }
}

// MARK: - Reading and writing

extension Lighthouse {
    private mutating func apply(_ draft: Draft) throws(Refusal) {
        name = try Limits.text(draft.name.required("name", from: name), of: "name")
        lat = try draft.lat.required("lat", from: lat)
        lon = try draft.lon.required("lon", from: lon)
        keeper = draft.keeper.applied(to: keeper)
        _ = try Limits.coordinate(latitude: lat, longitude: lon)
    }

    private static func own(
        _ id: Int64, for caller: Caller, in store: PlaceStore
    ) throws -> Lighthouse {
        let lighthouse = try item(id, for: caller, in: store)
        guard caller.account.mayChange(Account(uid: lighthouse.owner)) else {
            throw Refusal(.forbidden, "lighthouse \(id)", "belongs to uid \(lighthouse.owner)")
        }
        return lighthouse
    }

    private static func all(in store: PlaceStore) throws -> [Lighthouse] {
        try store.connection.rows("SELECT item FROM lighthouse ORDER BY id") { row in
            row.text(0) ?? ""
        }
        .map { try JSONDecoder().decode(Lighthouse.self, from: Data($0.utf8)) }
    }

    private func write(to store: PlaceStore) throws -> Lighthouse {
        let item = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        try store.connection.run(
            "UPDATE lighthouse SET item = :item WHERE id = :id",
            ["item": .text(item), "id": .integer(id)])
        return self
    }
}
