import Geofencing
import Testing

@testable import Places

struct PlaceSearchNearTests {
    private static let street = [
        Place(osm: "a", "Alpha", "amenity=cafe", north: 100),
        Place(osm: "b", "beta", "shop=books", north: 200),
        Place(osm: "c", "Café Gamma", "amenity=cafe", north: 3000),
        Place(osm: "d", "Delta Cafe", "shop=bakery", north: 40_000),
        Place(
            osm: "e", "Epsilon", "amenity=cafe", of: Coordinate(latitude: -52.4, longitude: -175)),
    ]

    @Test(
        arguments: [
            ("", "a b c d e"),
            ("category=cafe", "a c e"),
            ("category=CAFE", "a c e"),
            ("category=amenity", "a c e"),
            ("category=amenity=cafe", "a c e"),
            ("category=shop", "b d"),
            ("category=shop=cafe", ""),
            ("category=caf", ""),
            ("category=cafe&radius=2900", "a"),
            ("category=cafe&radius=3100", "a c"),
            ("limit=2", "a b"),
            ("limit=1000", "a b c d e"),
            ("limit=3&sort=name", "a b c"),
            ("sort=name", "a b c d e"),
            ("text=cafe&sort=distance", "a c d e"),
            ("text=cafe&radius=50000&sort=distance", "a c d"),
            ("text=cafe", "a c d e"),
            ("text=cafe&category=shop", "d"),
            ("near=52.4,4.8926&radius=200", "c"),
            ("near=-52,-175&limit=1", "e"),
            ("near=geo:-52,-175&limit=1", "e"),
        ])
    func `places are found outwards`(_ asked: String, _ expected: String) throws {
        let store = try store(of: Self.street)
        let matches = try Asked(position: dam).search(store, placeQuery(asked))
        #expect(keys(matches) == expected)
    }

    @Test(
        arguments: [
            ("category=cafe", "a c e"),
            ("category=cafe&limit=1", "e"),
            ("text=cafe", "a c e d"),
            ("text=delta", "d"),
            ("text=cafe&limit=2", "a e"),
        ])
    func `places are also found without a position to search from`(
        _ asked: String, _ expected: String
    ) throws {
        let matches = try Asked().search(store(of: Self.street), placeQuery(asked))
        #expect(keys(matches) == expected)
        #expect(matches.places.allSatisfy { $0.distance == nil && $0.bearing == nil })
    }

    @Test(
        arguments: [
            (0.0, 180.0), (0, -180), (65, 179.999), (-16.5, -179.9995), (90, 0), (-90, 12),
            (89.9999, 77), (0, 0),
        ])
    func `places are near across 180° and at the poles`(
        _ latitude: Double, _ longitude: Double
    ) throws {
        let step = 0.001
        let away = latitude > 89 ? -step : step
        let (center, wide) = (
            Coordinate(latitude: latitude, longitude: longitude), abs(latitude) > 89 ? 100.0 : step
        )
        func wrapped(_ longitude: Double) -> Double { longitude.shortWayRound }
        var places: [Place] = []
        for (key, north, east) in [
            ("1", away / 10, 0.0), ("2", away / 2, wide / 2), ("3", away, -wide),
            ("4", 5 * away, wide),
        ] {
            var place = Place(osm: key, "Café \(key)", "amenity=cafe")
            place.coordinate = Coordinate(
                latitude: latitude + north, longitude: wrapped(longitude + east))
            places.append(place)
        }
        let store = try store(of: places.reversed())
        for asked in ["category=cafe", "text=cafe", "radius=2000"] {
            let matches = try Asked(position: center).search(store, placeQuery(asked))
            #expect(keys(matches) == "1 2 3 4")
            for (result, place) in zip(matches.places, places) {
                let distance = try #require(result.distance)
                #expect(abs(distance - center.distance(to: place.coordinate)) < 0.06)
            }
        }
    }

    @Test(
        arguments: [
            (52.0, 5.0, 52.001, 5.0, 0.0), (52, 5, 52, 5.001, 90), (52, 5, 51.999, 5, 180),
            (52, 5, 52, 4.999, 270), (0, 0, 0.001, 0.001, 45), (0, 179.999, 0, -179.999, 90),
            (0, -179.999, 0, 179.999, 270), (89.999, 0, 89.999, 180, 0),
            // Amsterdam to New York: the formula of the sphere, by hand.
            (52.37, 4.89, 40.71, -74.01, 290.8),
        ])
    func `a bearing is in degrees from north`(
        _ latitude: Double, _ longitude: Double, _ toLatitude: Double, _ toLongitude: Double,
        _ expected: Double
    ) throws {
        let bearing = Coordinate(latitude: latitude, longitude: longitude)
            .bearing(to: Coordinate(latitude: toLatitude, longitude: toLongitude))
        #expect(abs((try #require(bearing) - expected).shortWayRound) < 1)
    }

    @Test func `there is no bearing to where one is`() {
        #expect(dam.bearing(to: dam) == nil)
    }

    @Test(
        arguments: [
            (52.3731, 4.8926, "geo:52.3731,4.8926"), (0, 0, "geo:0,0"),
            (-0.0000001, 1e-9, "geo:-0.0000001,0"), (-90, 180, "geo:-90,180"),
            (1.00000004, -0.5, "geo:1,-0.5"),
        ])
    func `a geo URI has no exponent`(
        _ latitude: Double, _ longitude: Double, _ expected: String
    ) {
        #expect(Coordinate(latitude: latitude, longitude: longitude).geoURI == expected)
    }

    @Test(arguments: [
        "text=cafe&near=52.3731,4.8926&radius=500.0&limit=7&sort=name&open_now=true",
        "category=cafe&brand=starbucks&near=Dam 20", "text=a",
    ])
    func `a query is written as it is read`(_ text: String) throws {
        let query = try placeQuery(text)
        let fields = query.query.map { ($0.name, $0.value) }
        #expect(try PlaceQuery(query: Dictionary(uniqueKeysWithValues: fields)) == query)
    }
}
