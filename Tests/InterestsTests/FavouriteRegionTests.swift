import Geofencing
import Places
import PlacesTestSupport
import Posix
import Testing

@testable import Interests

@Suite struct FavouriteRegionTests {
    private let ann = Caller(account: Account(uid: 1000), now: Timestamp(milliseconds: 0))

    private func database(
        _ places: [Place], _ favourites: [(String, Double?)]
    ) async throws -> PlaceDatabase {
        let database = try PlaceDatabase(.temporary)
        try await database.with { store in
            try store.add(places)
            for (text, radius) in favourites {
                let draft = Favourite.Draft(text: text, radius: radius)
                _ = try Favourite.add(draft, for: ann, in: store)
            }
        }
        return database
    }

    private func regions(
        _ database: PlaceDatabase, east: Double = 0, reach: Double = 3000
    ) async throws -> [Region] {
        let center = Coordinate(
            latitude: Place.square.latitude, longitude: Place.square.longitude + east / 68_080)
        let found = try await PlaceRegions(database).regions(
            around: center, reach: reach, at: Timestamp(milliseconds: 0))
        #expect(found.reach == reach)
        return found.regions.sorted { $0.id < $1.id }
    }

    private func starbucks(_ id: String, east: Double, north: Double = 0) -> Place {
        Place(
            id, "Starbucks", brand: "Starbucks", wikidata: "Q37158", "amenity=cafe", east: east,
            north: north)
    }

    @Test func `a favourite makes a region of each of its places within reach`() async throws {
        var place = starbucks("osm/node/1", east: 100)
        place.address.street = "Damrak"
        let database = try await database(
            [place, starbucks("osm/node/2", east: 3190), starbucks("osm/node/3", east: 3250)],
            [("starbucks", nil)])
        let regions = try await regions(database)
        #expect(regions.map(\.id) == ["favourite/osm/node/1", "favourite/osm/node/2"])
        #expect(
            regions.first
                == Region(
                    id: "favourite/osm/node/1", kind: "favourite", name: "Starbucks",
                    center: place.coordinate, radius: 200, details: place.details,
                    audience: .own))
    }

    @Test func `of several favourites the most specific decides, from wherever it is seen`()
        async throws
    {
        let database = try await database(
            [starbucks("osm/node/1", east: 0), starbucks("osm/node/2", east: 1000)],
            [("amenity=cafe", 50), ("starbucks", 6000), ("osm/node/1", 70)])
        #expect(try await regions(database).map(\.radius) == [70, 6000])
        // From here only the brand reaches far enough to find the first one.
        #expect(try await regions(database, east: 5000).map(\.id) == ["favourite/osm/node/2"])
        #expect(try await regions(database, east: 9900).map(\.id) == ["favourite/osm/node/2"])
    }

    @Test func `places without the id are its brand's, unless another brand is called so`()
        async throws
    {
        let database = try await database(
            [
                Place("osm/node/1", "A", brand: "Target", wikidata: "Q1046951"),
                Place("osm/node/2", "B", brand: "Target", wikidata: "Q7685854"),
                Place("osm/node/3", "C", brand: "Target", wikidata: "Q7685854"),
                Place("osm/node/4", "D", brand: "TARGET"),
            ], [("Q1046951", nil)])
        #expect(try await regions(database).map(\.id) == ["favourite/osm/node/1"])
        _ = try await database.with { store in
            try Favourite.remove(1, for: ann, in: store)
            return try Favourite.add(.init(text: "target"), for: ann, in: store).item.places
        }
        #expect(
            try await regions(database).map(\.id)
                == [2, 3, 4].map { "favourite/osm/node/\($0)" })
    }

    @Test func `a shop that is mapped twice is one region, wherever it is looked for`()
        async throws
    {
        let database = try await database(
            [
                starbucks("osm/way/1", east: 3185), starbucks("osm/node/2", east: 3205),
                // Too far away, another shop, and another point by another name.
                starbucks("osm/way/3", east: 3250),
                Place("osm/way/4", "Other", "amenity=cafe", east: 3205),
                Place(
                    "osm/node/5", "Starbucks Reserve", brand: "Starbucks", wikidata: "Q37158",
                    "amenity=cafe", east: 3195),
            ], [("starbucks", nil), ("amenity=cafe", nil)])
        let all = ["node/2", "node/5", "way/3", "way/4"].map { "favourite/osm/\($0)" }
        #expect(try await regions(database, east: 3000).map(\.id) == all)
        #expect(
            try await regions(database).map(\.id) == ["favourite/osm/node/5"])
        // Only the building is within reach, and it is its point that is told of.
        #expect(try await regions(database, east: -10).map(\.id) == [])
    }

    @Test func `a building that is a favourite itself is told of instead of its point`()
        async throws
    {
        let database = try await database(
            [starbucks("osm/way/1", east: 0), starbucks("osm/node/2", east: 10)],
            [("starbucks", nil), ("osm/way/1", 80)])
        let regions = try await regions(database)
        #expect(regions.map(\.id) == ["favourite/osm/way/1"])
        #expect(regions.map(\.radius) == [80])
    }

    @Test func `favourites are found across the end of longitudes`() async throws {
        var place = starbucks("osm/node/1", east: 0)
        place.coordinate = Coordinate(latitude: -17, longitude: -179.999)
        let database = try await database([place], [("amenity=cafe", nil)])
        let found = try await PlaceRegions(database).regions(
            around: Coordinate(latitude: -17, longitude: 179.999), reach: 3000,
            at: Timestamp(milliseconds: 0))
        #expect(found.regions.count == 1)
    }

    @Test func `without favourites there are no regions`() async throws {
        let database = try await database([starbucks("osm/node/1", east: 0)], [])
        #expect(try await regions(database).isEmpty)
    }
}
