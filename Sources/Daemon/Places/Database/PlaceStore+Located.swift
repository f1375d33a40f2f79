package import Geofencing
import SQLite

/// Places by a label, an id or a name, wherever they are.
extension PlaceStore {
    /// Of a place: its row in the table `place`, and where it is.
    package typealias Located = (row: Int64, coordinate: Coordinate)

    /// How many places have at least one of these labels.
    package func count(_ labels: [Label]) throws -> Int {
        guard labels.count > 1 else {
            guard let label = labels.first else { return 0 }
            return Int(
                try connection.integer(
                    "SELECT count(*) FROM position WHERE label = :label",
                    ["label": .integer(label.row)]) ?? 0)
        }
        return Set(try labels.flatMap { try located($0).map(\.row) }).count
    }

    /// All places with this label, in no order.
    package func located(_ label: Label) throws -> [Located] {
        try connection.rows(
            "SELECT place, latitude, longitude FROM position WHERE label = :label",
            ["label": .integer(label.row)]
        ) { ($0.integer(0), Spot(position: $0).coordinate) }
    }

    /// `nil` if there is no such place.
    package func located(_ id: PlaceID) throws -> Located? {
        try connection.first(
            "SELECT id, latitude, longitude FROM place WHERE source = :source AND key = :key",
            ["source": .text(id.source), "key": .text(id.key)], Self.located)
    }

    /// All places whose folded name this is, in no order.
    package func located(named folded: String) throws -> [Located] {
        // The words of the search have letters or digits; a name can be `!!!`.
        guard folded.unicodeScalars.contains(where: \.isPartOfTypedWord) else {
            return try connection.rows(
                "SELECT id, latitude, longitude FROM place WHERE folded = :folded",
                ["folded": .text(folded)], Self.located)
        }
        return try connection.rows(
            """
            SELECT place.id, latitude, longitude
            FROM place_search CROSS JOIN place ON place.id = place_search.rowid
            WHERE place_search MATCH :words AND place.folded = :folded
            """,
            [
                "words": .text("folded : " + SearchExpression.phrase(folded)),
                "folded": .text(folded),
            ], Self.located)
    }

    private static func located(_ row: Statement) -> Located {
        (row.integer(0), Coordinate(latitude: row.real(1), longitude: row.real(2)))
    }
}
