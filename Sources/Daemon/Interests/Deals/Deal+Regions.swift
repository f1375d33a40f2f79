package import Geofencing
package import Places
import SQLite

extension Deal {
    package static func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, radius: Double,
        for audiences: Set<Audience>?, in store: PlaceStore
    ) throws -> [Region] {
        let largest = max(radius, try largestRadius(at: time, in: store))
        let box = Box(around: center, radius: reach + largest)
        var regions: [Region] = []
        for (west, east) in box.longitudes {
            let deals = try store.connection.rows(
                """
                SELECT \(columns) FROM deal
                WHERE latitude BETWEEN :south AND :north AND longitude BETWEEN :west AND :east
                    AND ends > :now AND \(notFull)
                ORDER BY id
                """,
                [
                    "south": .real(box.south), "north": .real(box.north),
                    "west": .real(west), "east": .real(east),
                    "now": .integer(time.milliseconds),
                ], Deal.init)
            let wanted = deals.lazy.filter { audiences?.contains($0.audience) ?? true }
            regions += wanted.map { $0.region(radius: $0.radius ?? radius) }.filter {
                center.distance(to: $0.center) <= reach + $0.radius
            }
        }
        return regions
    }

    /// Metres: of the deals that are not over at `time`, and have a radius of their own; 0: none has.
    static func largestRadius(at time: Timestamp, in store: PlaceStore) throws -> Double {
        try store.connection.first(
            """
            SELECT radius FROM deal INDEXED BY deal_radius
            WHERE radius > 0 AND ends > :now AND \(notFull) ORDER BY radius DESC LIMIT 1
            """, ["now": .integer(time.milliseconds)]
        ) { $0.real(0) } ?? 0
    }

    private func region(radius: Double) -> Region {
        Region(
            id: "deal/\(id)", kind: Self.name, name: name, center: coordinate, radius: radius,
            window: window, details: details, audience: audience)
    }

    package static func nextChange(
        after time: Timestamp, in store: PlaceStore
    ) throws -> Timestamp? {
        try store.connection.integer(
            """
            SELECT min(time) FROM (
                SELECT * FROM (SELECT starts AS time FROM deal
                    WHERE starts > :now AND \(notFull) ORDER BY starts LIMIT 1)
                UNION ALL
                SELECT * FROM (SELECT ends FROM deal
                    WHERE ends > :now AND \(notFull) ORDER BY ends LIMIT 1))
            """, ["now": .integer(time.milliseconds)]
        ).map(Timestamp.init(milliseconds:))
    }
}
