import Geofencing
import TestSupport
import Testing

@testable import Places

private let corner = [
    Place(osm: "cafe", "Café \"Zur Post\"", "amenity=cafe", north: 10, city: "Köln"),
    Place(osm: "bank", "NEAR AND OR NOT", "amenity=bank", north: 20),
    Place(osm: "star", "A*", "shop=books", north: 30),
    Place(osm: "bang", "!!!", "shop=music", north: 40),
]

struct PlaceSearchHostileTests {
    @Test(
        arguments: [
            ("\"", ""), ("\"\"", ""), ("*", ""), ("-", ""), ("^", ""), (":", ""), ("(", ""),
            ("!!!", ""), ("\0", ""), ("\u{301}", ""), ("🍕", ""), ("👨‍👩‍👧", ""), ("\u{FFFD}", ""),
            ("'; DROP TABLE place; --", ""),
            ("\"zur post\"", "cafe"), ("zur\0post", "cafe"), ("Zur* Post*", "cafe"),
            ("name:cafe", ""), ("{name} : cafe", ""), ("-cafe", "cafe"), ("^cafe", "cafe"),
            ("cafe\" OR \"bank", ""), ("(cafe)", "cafe"), ("cafe 🍕", "cafe"),
            ("NEAR", "bank"), ("AND OR", "bank"), ("NOT", "bank"), ("near(and, 2)", ""),
            ("köln cafe", "cafe"), ("KO\u{308}LN", "cafe"), ("koln", "cafe"),
        ])
    func `whatever is typed are words and nothing else`(
        _ text: String, _ expected: String
    ) throws {
        let store = try store(of: corner)
        var query = PlaceQuery()
        query.text = text
        for position in [dam, nil] {
            let matches = try Asked(position: position).search(store, query)
            #expect((matches.isLoose ? "" : keys(matches)) == expected)
        }
        #expect(try store.placeCount() == corner.count)
    }

    @Test(
        arguments: [
            ("⟦a ×500⟧", "star"), ("⟦\"×1000⟧", ""), ("⟦x×1000⟧", ""), ("⟦é×500⟧", ""),
            ("⟦cafe ×200⟧", "cafe"),
        ])
    func `a text of a thousand bytes is searched for`(_ text: String, _ expected: String) throws {
        var query = PlaceQuery()
        query.text = unrolled(text)
        let matches = try Asked(position: dam).search(store(of: corner), query)
        #expect((matches.isLoose ? "" : keys(matches)) == expected)
    }

    @Test(
        arguments: [
            "cafe", "'; DROP TABLE label; --", "%", "=", "==", "", " ", "a=b=c", "\0", "🍕=🍕",
            "amenity=",
        ])
    func `a category or a brand can be any text`(_ text: String) throws {
        let store = try store(of: corner)
        for field in ["category", "brand"] {
            let query = try PlaceQuery(query: [field: text])
            for position in [dam, nil] {
                let matches = try Asked(position: position).search(store, query)
                #expect(matches.places.isEmpty || text == "cafe" || text == "amenity=")
            }
        }
        #expect(try store.placeCount() == corner.count)
    }

    @Test(
        arguments: [
            (
                ["text": "⟦a×1000000⟧"],
                "text: is 1000000 bytes long: use at most 1000"
            ),
            (
                ["brand": String(repeating: "a", count: 1001)],
                "brand: is 1001 bytes long: use at most 1000"
            ),
            (["limit": "0"], "limit: 0 is not between 1 and 1000"),
            (["limit": "-1"], "limit: -1 is not between 1 and 1000"),
            (["limit": "1001"], "limit: 1001 is not between 1 and 1000"),
            (
                ["limit": "9223372036854775808"],
                "limit: '9223372036854775808' is not a number: use 1 to 1000"
            ),
            (["limit": "ten"], "limit: 'ten' is not a number: use 1 to 1000"),
            (["radius": "0"], "radius: 0.0 is not above 0 and at most 20040000: use metres"),
            (["radius": "-1"], "radius: -1.0 is not above 0 and at most 20040000: use metres"),
            (["radius": "nan"], "radius: nan is not above 0 and at most 20040000: use metres"),
            (["radius": "inf"], "radius: inf is not above 0 and at most 20040000: use metres"),
            (["radius": "far"], "radius: 'far' is not a number: use metres"),
            (["sort": "price"], "sort: 'price' is not an order: use distance, relevance, name"),
            (["near": "91,0"], "latitude: 91.0 is not between -90 and 90: did you mean 0.0,91.0?"),
            (["near": "nan,0"], "latitude: nan is not between -90 and 90: use degrees"),
            (["near": "0,-180.1"], "longitude: -180.1 is not between -180 and 180: use degrees"),
            (["near": " "], "near: is empty: give it a text"),
            (["open_now": "maybe"], "open_now: 'maybe' is neither true nor false"),
        ] as [([String: String], String)])
    func `what makes no sense is refused`(_ fields: [String: String], _ message: String) {
        let refusal = #expect(throws: Refusal.self) {
            try PlaceQuery(query: fields.mapValues(unrolled))
        }
        #expect(refusal?.description == message)
        #expect(refusal?.reason == .invalid)
    }

    @Test(
        arguments: [
            ("", "search: is empty: say a text, a category, a brand, or where"),
            ("text=%20&radius=100", "radius: is from nowhere: say near which place to search"),
            (
                "text=cafe&sort=distance",
                "sort: distance is from nowhere: say near which place to search"
            ),
        ])
    func `without a place to search from, some things make no sense`(
        _ asked: String, _ message: String
    ) throws {
        let store = try store(of: corner)
        let query = try placeQuery(asked)
        let refusal = #expect(throws: Refusal.self) { try Asked().search(store, query) }
        #expect(refusal?.description == message)
    }

    @Test func `a query that was not read from text is checked as well`() throws {
        let store = try store(of: corner)
        for spoil: (inout PlaceQuery) -> Void in [
            { $0.limit = 0 }, { $0.radius = .nan },
            { $0.near = .coordinate(Coordinate(latitude: .nan, longitude: 0)) },
        ] {
            var query = PlaceQuery()
            spoil(&query)
            #expect(throws: Refusal.self) { try Asked(position: dam).search(store, query) }
        }
    }

    @Test(arguments: ["", "osm", "osm/", "/node/1", "osm/node/404", "osm/\0", "🍕/🍕"])
    func `a place that is not there is refused`(_ id: String) throws {
        let store = try store(of: corner)
        #expect(throws: Refusal.self) { try Asked().show(store, id) }
    }
}
