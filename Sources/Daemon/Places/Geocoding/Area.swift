import Geofencing
import SQLite

/// A town or a quarter: something to be near to, but no place.
struct Area: Hashable {
    var id: PlaceID
    /// As OpenStreetMap has it (`place=town`).
    var kind: String
    var name: String
    var coordinate: Coordinate

    /// The largest first. What comes after a village is only meant where nothing else is.
    static let kinds = [
        "city", "town", "village", "suburb", "quarter", "neighbourhood", "hamlet",
    ]

    /// Whether people mean it before a street or a place of the same name.
    var isWellKnown: Bool { Self.kinds.prefix(4).contains(kind) }
}

extension PlaceStore {
    /// Those with a name, which is folded; the largest first.
    func areas(named folded: String) throws -> [Area] {
        // Imports of earlier versions have left no such table.
        let has = try connection.integer("SELECT 1 FROM pragma_table_list WHERE name = 'area'")
        guard has != nil else { return [] }
        let areas = try connection.rows(
            """
            SELECT source, key, kind, name, latitude, longitude FROM area
            WHERE folded = :folded LIMIT 100
            """, ["folded": .text(folded)]
        ) { row in
            Area(
                id: PlaceID(source: row.text(0) ?? "", key: row.text(1) ?? ""),
                kind: row.text(2) ?? "", name: row.text(3) ?? "",
                coordinate: Coordinate(latitude: row.real(4), longitude: row.real(5)))
        }
        return areas.sorted { Self.rank($0) < Self.rank($1) }
    }

    private static func rank(_ area: Area) -> Int {
        Area.kinds.firstIndex(of: area.kind) ?? Area.kinds.count
    }
}

extension [Area] {
    /// Metres between the middle of a town and what is mapped of it besides.
    private static let reach = 5_000.0

    /// Of those that are near together, the largest.
    var meanings: [GeocodedMeaning] {
        reduce(into: []) { meanings, area in
            let meaning = GeocodedMeaning(coordinate: area.coordinate, text: area.name)
            meanings = meanings.adding([meaning], within: Self.reach)
        }
    }
}
