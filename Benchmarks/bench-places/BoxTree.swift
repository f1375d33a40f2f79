import Geofencing
import Places
import SQLite

/// The same places as most keep them in SQLite: an R*Tree beside a table.
struct BoxTree {
    private let connection: Connection

    init(of path: String, in directory: String) throws {
        connection = try Connection(path: "\(directory)/boxes.sqlite", mode: .create)
        if try connection.integer("SELECT count(*) FROM sqlite_master") ?? 0 > 0 { return }
        // The file that the first import has left.
        try connection.run("ATTACH :path AS source", ["path": .text("\(path)-imported-1")])
        try connection.execute(
            """
            BEGIN;
            CREATE TABLE branded (id INTEGER PRIMARY KEY, brand TEXT);
            CREATE VIRTUAL TABLE box USING rtree (id, west, east, south, north);
            INSERT INTO branded SELECT id, brand FROM source.place;
            INSERT INTO box
                SELECT id, longitude, longitude, latitude, latitude FROM source.place;
            COMMIT;
            """)
    }

    func places(
        _ brand: String, within radius: Double, of center: Coordinate
    ) throws -> Int {
        let box = Box(around: center, radius: radius)
        let plane = LocalPlane(at: center)
        var count = 0
        for (west, east) in box.longitudes {
            let found = try connection.rows(
                """
                SELECT south, west FROM box CROSS JOIN branded USING (id)
                WHERE east >= :west AND west <= :east AND north >= :south AND south <= :north
                    AND brand = :brand
                """,
                [
                    "west": .real(west), "east": .real(east), "south": .real(box.south),
                    "north": .real(box.north), "brand": .text(brand),
                ]
            ) { Coordinate(latitude: $0.real(0), longitude: $0.real(1)) }
            count += found.count { plane.distance(to: $0) <= radius }
        }
        return count
    }
}
