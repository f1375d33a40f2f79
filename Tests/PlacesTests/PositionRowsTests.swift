import Geofencing
import SQLite
import Testing

@testable import Places

@Suite struct PositionRowsTests {
    private let connection: Connection

    init() throws {
        connection = try PlaceStore(.temporary, schemas: []).connection
    }

    /// As many as one statement stores, some fewer, some more.
    @Test(arguments: [0, 1, 31, 32, 33, 100])
    func `rows are stored as they were, in several rounds`(count: Int64) throws {
        var rows = PositionRows()
        var expected: Set<[Int64]> = []
        for place in 0..<count * 2 {
            let (latitude, longitude) = (place % 2 == 0 ? -90.0 : 52.5, -180 + Double(place) / 2)
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            let isTaken = rows.append(label: place % 3, place: place, coordinate)
            #expect(isTaken)
            expected.insert([
                place % 3, Strip.of(latitude), Strip.units(longitude), place,
                Strip.units(latitude),
            ])
            if place == count { try rows.store(in: connection) }
        }
        try rows.store(in: connection)
        let stored = try connection.rows(
            "SELECT label, strip, longitude, place, latitude FROM position"
        ) { row in (0..<5).map { row.integer($0) } }
        #expect(Set(stored) == expected && stored.count == Int(count * 2))
    }

    /// The ends of what is packed, and latitudes that rounding takes into the next strip.
    @Test(
        arguments: [
            (1 << 32 - 1, 1 << 32 - 1, -90, -180), (0, 0, 90, 180), (7, 8, 52.37999999999, 4.9),
            (7, 8, 52.38, -1e-8), (7, 8, -0.00000000001, 179.99999999),
        ] as [(Int64, Int64, Double, Double)])
    func `a row is stored to the unit`(
        label: Int64, place: Int64, latitude: Double, longitude: Double
    ) throws {
        var rows = PositionRows()
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        let isTaken = rows.append(label: label, place: place, coordinate)
        #expect(isTaken)
        try rows.store(in: connection)
        let stored = try connection.rows(
            "SELECT label, strip, longitude, place, latitude FROM position"
        ) { row in (0..<5).map { row.integer($0) } }
        #expect(
            stored == [
                [
                    label, Strip.of(latitude), Strip.units(longitude), place,
                    Strip.units(latitude),
                ]
            ])
    }

    @Test func `rows are stored in the order of their key`() throws {
        try connection.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, row TEXT)")
        try connection.execute(
            """
            CREATE TRIGGER told AFTER INSERT ON position BEGIN
                INSERT INTO log (row) VALUES (format('%010d %05d %011d %010d',
                    new.label, new.strip, new.longitude + 1800000000, new.place));
            END
            """)
        var rows = PositionRows()
        for place in 1...500 as ClosedRange<Int64> {
            let coordinate = Coordinate(
                latitude: Double(place * 37 % 180) - 90, longitude: Double(place * 91 % 361) - 180)
            _ = rows.append(label: place * 7919 % 5000, place: place, coordinate)
        }
        try rows.store(in: connection)
        let told = try connection.rows("SELECT row FROM log ORDER BY number") { $0.text(0) ?? "" }
        #expect(told.count == 500 && told == told.sorted())
    }

    @Test(arguments: [(-1, 1), (1 << 32, 1), (1, 1 << 32)] as [(Int64, Int64)])
    func `numbers that no row of ours has are refused`(label: Int64, place: Int64) {
        var rows = PositionRows()
        let coordinate = Coordinate(latitude: 0, longitude: 0)
        let isTaken = rows.append(label: label, place: place, coordinate)
        #expect(!isTaken)
    }
}
