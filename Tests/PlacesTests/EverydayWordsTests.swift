import Geofencing
import Posix
import Testing

@testable import Places

@Suite struct EverydayWordsTests {
    private let town = [
        Place(osm: "vomar", "Vomar", "shop=supermarket", north: 100),
        Place(osm: "dis", "De Silveren Spiegel", "amenity=restaurant", north: 200),
        Place(osm: "apo", "Dam Apotheek", "amenity=pharmacy", north: 300),
        Place(osm: "bp", nil, "amenity=fuel", north: 400),
        Place(osm: "hoppe", "Hoppe", "amenity=cafe", north: 500),
        Place(osm: "brood", "Bakker Bart", "shop=bakery", north: 600),
        Place(osm: "tea", "Simon", "shop=tea", north: 700),
        Place(osm: "rocks", "Agate", "shop=rock_shop", north: 800),
        Place(osm: "rocks2", "Agate 2", "shop=rock_shop", north: 900),
    ]

    @Test(arguments: [
        ("restaurants", "dis"), ("Restaurant", "dis"), ("supermarket", "vomar"),
        ("supermarkt", "vomar"), ("Supermärkte", "vomar"), ("supermarkten", "vomar"),
        ("supermercados", "vomar"), ("pharmacy", "apo"), ("pharmacies", "apo"),
        ("apotheek", "apo"), ("apotheken", "apo"), ("Apotheke", "apo"), ("farmacia", "apo"),
        ("petrol station", "bp"), ("gas stations", "bp"), ("tankstelle", "bp"),
        ("Tankstellen", "bp"), ("station-service", "bp"), ("café", "hoppe"), ("cafés", "hoppe"),
        ("cafe's", "hoppe"), ("bakery", "brood"), ("bakeries", "brood"), ("Bäckerei", "brood"),
        ("boulangeries", "brood"), ("bakkers", "brood"), ("amenity=cafe", "hoppe"),
        ("shop=supermarket", "vomar"), ("rock shops", "rocks rocks2"), ("tea", "tea"),
        // Not the plural of anything.
        ("barn", ""), ("", ""), ("s", ""), ("es", ""), ("\0", ""), ("🍕", ""), ("a=b=c", ""),
    ])
    func `a category is found by what people call it`(text: String, found: String) throws {
        var query = PlaceQuery()
        query.category = text
        let matches = try Asked(position: dam).search(store(of: town), query)
        #expect(keys(matches) == found)
    }

    @Test(arguments: [
        ("suppermarkt", ["supermarkt"]), ("restarant", ["restaurant"]),
        ("rockshoop", ["rockshop"]),
        // What is frequent around here.
        ("xqzw", ["rock shop", "bakery", "cafe", "fuel", "pharmacy"]),
    ])
    func `a category that is not known gets those that are`(text: String, offered: [String]) throws
    {
        var query = PlaceQuery()
        query.category = text
        let matches = try Asked(position: dam).search(store(of: town), query)
        #expect(matches.places.isEmpty)
        #expect(matches.suggestions == offered)
    }

    @Test func `a category that is only too far away gets no suggestion`() throws {
        var query = PlaceQuery()
        (query.category, query.radius) = ("tankstelle", 10)
        let matches = try Asked(position: dam).search(store(of: town), query)
        #expect(matches.places.isEmpty && matches.suggestions.isEmpty)
    }

    @Test func `words are found as they are written in a text as well`() throws {
        var query = PlaceQuery()
        query.text = "supermarkt"
        #expect(keys(try Asked(position: dam).search(store(of: town), query)) == "vomar")
    }

    @Test func `each line of the table has categories and words of its own`() {
        #expect(EverydayWords.all.count > 300)
        #expect(EverydayWords.all.values.allSatisfy { $0.allSatisfy { Category($0) != nil } })
        #expect(EverydayWords.all.keys.allSatisfy { $0 == $0.folded })
        // None of them is the name of a brand.
        let brands = Set(BrandCatalogue.standard.brands.map(\.name.folded))
        #expect(brands.isDisjoint(with: EverydayWords.all.keys))
    }
}
