import Geofencing
import SQLite
import Testing

@testable import Places

@Suite struct PositionRowsTests {
    private let connection: Connection

    init() throws {
        connection = try PlaceStore(.temporary).connection
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

    @Test(arguments: [(-1, 1), (1 << 32, 1), (1, 1 << 32)] as [(Int64, Int64)])
    func `numbers that no row of ours has are refused`(label: Int64, place: Int64) {
        var rows = PositionRows()
        let coordinate = Coordinate(latitude: 0, longitude: 0)
        let isTaken = rows.append(label: label, place: place, coordinate)
        #expect(!isTaken)
    }
}
