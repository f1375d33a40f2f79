import Geofencing
import Places
import PlacesTestSupport
import Posix
import Testing

@testable import Interests

/// Places that are mapped twice.
@Suite struct DuplicateTests {
    private let ann = Caller(account: Account(uid: 1000), now: Timestamp(milliseconds: 0))

    /// The keys of the places that are told of, looked for from so many metres east of the square.
    private func told(
        _ places: [Place], _ favourites: [String], from east: Double = 0, reach: Double = 3000
    ) throws -> [String] {
        let store = try PlaceStore(.temporary)
        try store.add(places)
        for text in favourites { _ = try Favourite.add(.init(text: text), for: ann, in: store) }
        return try told(in: store, from: east, reach: reach)
    }

    private func told(
        in store: PlaceStore, from east: Double, reach: Double
    ) throws -> [String] {
        let center = Place("osm/node/0", nil, east: east).coordinate
        return try Favourite.regions(
            around: center, reach: reach, at: Timestamp(milliseconds: 0), radius: 200, for: nil,
            in: store
        ).map { String($0.id.trimmingPrefix("favourite/").trimmingPrefix("osm/")) }.sorted()
    }

    /// Of two places called Sants: their ids and category, metres between them, and who is told of.
    static let pairs: [(String, String, String, Double, [String])] = [
        // A station is long.
        ("way/2", "way/1", "railway=station", 100, ["way/1"]),
        ("way/10", "way/9", "railway=station", 100, ["way/9"]),
        ("node/1", "node/2", "public_transport=platform", 149, ["node/1"]),
        ("way/1", "node/2", "amenity=bus_station", 149, ["node/2"]),
        ("way/1", "way/2", "railway=station", 152, ["way/1", "way/2"]),
        // A building has parts.
        ("way/1", "way/2", "amenity=fuel", 48, ["way/1"]),
        ("way/1", "relation/2", "shop=mall", 48, ["way/1"]),
        ("way/1", "way/2", "amenity=cafe", 52, ["way/1", "way/2"]),
        // Two shops of one name can be in one street.
        ("node/1", "node/2", "amenity=cafe", 29, ["node/1"]),
        ("node/1", "node/2", "amenity=cafe", 32, ["node/1", "node/2"]),
        ("node/1", "way/2", "amenity=cafe", 32, ["node/1", "way/2"]),
    ]

    @Test(arguments: pairs)
    func `two of one name and category are one, as near as such places are`(
        one: String, two: String, category: String, metres: Double, expected: [String]
    ) throws {
        let places = [
            Place("osm/" + one, "Sants", category),
            Place("osm/" + two, "SANTS", category, east: metres),
        ]
        #expect(try told(places, [category]) == expected)
        #expect(try told(places.reversed(), [category]) == expected)
    }

    @Test func `what differs in name, kind or address is two`() throws {
        let cafe = Place("osm/way/1", "Dam", "amenity=cafe")
        var numbered = Place("osm/way/2", "Dam", "amenity=cafe", east: 10)
        #expect(try told([cafe, numbered], ["amenity=cafe"]) == ["way/1"])
        var other = cafe
        (other.address.houseNumber, numbered.address.houseNumber) = ("1", "3")
        #expect(try told([other, numbered], ["amenity=cafe"]) == ["way/1", "way/2"])
        numbered.address.houseNumber = "1"
        #expect(try told([other, numbered], ["amenity=cafe"]) == ["way/1"])
        (other.address.street, numbered.address.street) = ("Damrak", "Rokin")
        #expect(try told([other, numbered], ["amenity=cafe"]) == ["way/1", "way/2"])
        let named = Place("osm/way/2", "Dam 2", "amenity=cafe", east: 10)
        #expect(try told([cafe, named], ["amenity=cafe"]) == ["way/1", "way/2"])
        let bar = Place("osm/way/2", "Dam", "amenity=bar", east: 10)
        #expect(try told([cafe, bar], ["amenity=cafe", "amenity=bar"]) == ["way/1", "way/2"])
        let nameless = ["osm/way/1", "osm/way/2"].map { Place($0, nil, "amenity=cafe") }
        #expect(try told(nameless, ["amenity=cafe"]) == ["way/1", "way/2"])
    }

    /// The second: its source, key, name, and how many metres from the first.
    @Test(arguments: [
        ("shops", "7", "Dam", 10.0, true), ("shops", "7", "Dam", 74, true),
        ("shops", "7", "Dam", 76, false), ("shops", "7", "DAM", 40, true),
        ("cafes", "7", "Dam", 10, true), ("shops", "7", "Rokin", 10, false),
        // The same of OpenStreetMap, wherever the two have it.
        ("shops", "way/1", "Cafe Dam", 140, true), ("shops", "way/1", "Cafe Dam", 160, false),
    ])
    func `the same place of two sources is the one that came first`(
        source: String, key: String, name: String, metres: Double, isSame: Bool
    ) throws {
        let here = Place("osm/way/1", "Dam", "amenity=cafe")
        let other = Place("\(source)/\(key)", name, "amenity=cafe", east: metres)
        let both = ["way/1", "\(source)/\(key)"].sorted()
        #expect(try told([here, other], ["amenity=cafe"]) == (isSame ? ["way/1"] : both))
        #expect(
            try told([other, here], ["amenity=cafe"]) == (isSame ? ["\(source)/\(key)"] : both))
    }

    @Test func `one's own place comes before those of others`() throws {
        let here = Place("osm/way/1", "Dam", "amenity=cafe")
        let own = Place("own/dam", "Dam", "amenity=cafe", east: 20)
        #expect(try told([here, own], ["amenity=cafe"]) == ["own/dam"])
    }

    @Test func `one brand in common is enough beside the name`() throws {
        let places = [
            Place("osm/node/1", "BNP", brand: "BNP Paribas", "amenity=bank"),
            Place("osm/node/2", "BNP", brand: "BNP Paribas", "amenity=atm", east: 6),
        ]
        #expect(try told(places, ["BNP Paribas"]) == ["node/1"])
    }

    /// Signposts of a path, numbered as they were mapped, `metres` from one to the next.
    private func path(_ count: Int, _ metres: Double) -> [Place] {
        (0..<count).map {
            Place(
                "osm/node/\(100 + $0)", "Ruta del Gall", "tourism=information",
                east: Double($0) * metres)
        }
    }

    @Test(arguments: [8.0, 20, 29])
    func `of a row of duplicates, each has one near it that is told of`(metres: Double) throws {
        let path = path(40, metres)
        let told = Set(try told(path, ["tourism=information"]))
        #expect(told.count < path.count)
        for place in path {
            let isNear = path.contains {
                told.contains($0.id.key) && $0.coordinate.distance(to: place.coordinate) <= 30
            }
            #expect(isNear, "\(place.id)")
        }
    }

    @Test func `who is told of does not depend on where was looked`() throws {
        let store = try PlaceStore(.temporary)
        let platforms = (0..<60).map {
            Place("osm/way/\(100 + $0)", "Sants", "railway=station", east: Double($0) * 70)
        }
        try store.add(path(60, 20) + platforms)
        for text in ["tourism=information", "railway=station"] {
            _ = try Favourite.add(.init(text: text), for: ann, in: store)
        }
        let all = Set(try told(in: store, from: 2000, reach: 10_000))
        #expect(all.count < 120)
        for east in stride(from: -1000.0, through: 5000, by: 250) {
            let center = Place("osm/node/0", nil, east: east).coordinate
            // A region has a radius of 200 m.
            let near = (path(60, 20) + platforms).filter {
                $0.coordinate.distance(to: center) <= 500 && all.contains($0.id.key)
            }
            #expect(
                try told(in: store, from: east, reach: 300) == near.map(\.id.key).sorted(),
                "\(east)")
        }
    }
}
