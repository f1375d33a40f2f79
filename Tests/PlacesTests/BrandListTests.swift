import Geofencing
import PlacesTestSupport
import Testing

@testable import Places

@Suite struct BrandListTests {
    private func store() throws -> PlaceStore {
        let store = try PlaceStore(.temporary, schemas: [])
        try store.add([
            Place("osm/node/1", "Subway", brand: "Subway", wikidata: "Q244457", east: 9000),
            Place("osm/node/2", "Subway", brand: "Subway", wikidata: "Q244457", east: 9100),
            Place("osm/node/3", "Kings", brand: "Coffee Kings", east: 10),
            Place("osm/node/4", "Starbucks", brand: "starbucks coffee", east: 20),
        ])
        return store
    }

    @Test func `brands with places come before others, and then the popular ones`() throws {
        let entries = try store().catalogue(limit: 5)
        #expect(entries.map(\.name) == ["Subway", "Coffee Kings", "Starbucks", "Ozon", "7-Eleven"])
        #expect(entries.map(\.places) == [2, 1, 1, 0, 0])
        #expect(entries.map(\.wikidata) == ["Q244457", nil, "Q37158", "Q2365235", "Q259340"])
        #expect(entries.allSatisfy { $0.near == nil })
    }

    @Test func `those that are near come first`() throws {
        let entries = try store().catalogue(near: Place.square, limit: 3)
        #expect(entries.map(\.name) == ["Coffee Kings", "Starbucks", "Subway"])
        #expect(entries.map(\.near) == [1, 1, 0])
        #expect(entries.map(\.category) == [nil, "amenity=cafe", "amenity=fast_food"])
    }

    @Test(arguments: [
        ("sub", "Subway"), ("KINGS", "Coffee Kings"), ("Старбакс", "Starbucks"),
        ("coffee kings", "Coffee Kings"),
    ])
    func `a brand is found by any part of a name`(text: String, name: String) throws {
        #expect(try store().catalogue(text: text).first?.name == name)
    }

    @Test func `no brand is there twice, and nothing is nothing`() throws {
        let entries = try store().catalogue(text: "starbucks")
        #expect(entries.filter { $0.name == "Starbucks" }.count == 1)
        #expect(try store().catalogue(text: "no such brand").isEmpty)
        #expect(try store().catalogue(limit: 0).isEmpty)
    }
}
