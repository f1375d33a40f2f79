import Geofencing
import SQLite
import TestSupport
import Testing

@testable import Places

/// Where places are, as searches look it up.
@Suite struct SpotTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("places.sqlite") }

    private func load(_ rows: [(id: Int, lat: Double)], into store: PlaceStore) throws {
        let lines = rows.map { "\($0.id),Café \($0.id),amenity=cafe,\($0.lat),1" }
        let file = TemporaryFile((["id,name,category,lat,lon"] + lines).joined(separator: "\n"))
        _ = try PlaceImport(files: [file.path], source: "s")
            .run(into: store, finished: Timestamp(milliseconds: 0))
    }

    /// Whether the spots of all rows are where the places are.
    private func expectRight(_ store: PlaceStore) throws {
        try store.reading { store in
            let places = try store.connection.rows(
                "SELECT id, latitude, longitude FROM place ORDER BY id"
            ) {
                Spot(
                    row: $0.integer(0),
                    Coordinate(latitude: $0.real(1), longitude: $0.real(2)))
            }
            let last = places.last?.row ?? 0
            #expect(try store.spots(of: Array(0...last + 600)) == places)
        }
    }

    @Test func `they follow imports and places of one's own`() throws {
        let store = try PlaceStore(.file(path), schemas: [])
        try load((1...1200).map { ($0, Double($0) / 100) }, into: store)
        try expectRight(store)
        // One moves, some are gone, some are new.
        try load((500...1300).map { ($0, $0 == 700 ? 50 : Double($0) / 100) }, into: store)
        try expectRight(store)
        try store.changeOwnPlaces { own in
            var place = Place(
                id: try own.newID(of: "Home"), coordinate: Coordinate(latitude: 1, longitude: 2))
            place.name = "Home"
            place.categories = ["home"]
            try own.set(place, owner: 1000, at: Timestamp(milliseconds: 0))
        }
        try expectRight(store)
    }

    @Test func `the next import makes them for a file that has none`() throws {
        let store = try PlaceStore(.file(path), schemas: [])
        try load((1...600).map { ($0, Double($0) / 100) }, into: store)
        let file = try #require(store.file)
        try Connection(path: file.path, mode: .readWrite).execute(
            """
            DROP TABLE spots;
            DROP TABLE beginning;
            UPDATE schema_part SET steps = 1 WHERE name = 'imported places'
            """)
        let later = try PlaceStore(.file(path), schemas: [])
        #expect(!later.hasLookUps)
        try expectRight(later)
        try load((1...601).map { ($0, Double($0) / 100) }, into: later)
        #expect(later.hasLookUps)
        try expectRight(later)
    }
}
