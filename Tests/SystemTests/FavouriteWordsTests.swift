import Geofencing
import Places
import Testing

@testable import Interests
@testable import geofencectl

@Suite struct FavouriteWordsTests {
    private static func favourite(
        _ match: Favourite.Match, _ value: String, _ name: String, radius: Double? = nil,
        places: Int = 1, distance: Double? = nil
    ) -> Favourite {
        let nearest = distance.map {
            NearestPlace(id: "osm/node/1", name: "x", distance: $0, lat: 0, lon: 0)
        }
        return Favourite(
            id: 3, match: match, value: value, name: name,
            wikidata: value.isWikidataID ? value : nil, radius: radius, places: places,
            nearest: nearest, audience: .own, added: Timestamp(milliseconds: 0), owner: 0)
    }

    @Test(arguments: [
        (
            favourite(.brand, "Q37158", "Starbucks", places: 12, distance: 50.4), "brand Q37158",
            "3: Starbucks (Q37158), 12 places, 50 m to the nearest"
        ),
        (
            favourite(.brand, "acme", "Acme", radius: 1500, distance: 999.7), "brand",
            "3: Acme, within 1.5 km, 1 place, 1.0 km to the nearest"
        ),
        (favourite(.name, "Dam", "Dam", places: 2), "name", "3: Dam (by name), 2 places"),
        (
            favourite(.category, "shop=tea", "shop=tea", places: 0), "category",
            "3: shop=tea, no places in the database yet"
        ),
        (
            favourite(.place, "osm/node/1", "Dam\u{1B}[2J", distance: 12_345), "place osm/node/1",
            "3: Dam\\u{1b}[2J (osm/node/1), 12.3 km away"
        ),
    ])
    func `a favourite is said in a line`(favourite: Favourite, match: String, words: String) {
        #expect(favourite.matchWords == match)
        #expect(favourite.words == words)
    }

    @Test(arguments: [
        ("Starbucks", true), ("star bucks", true), ("q37158", true), ("Старбакс", true),
        ("3", false), ("Star", false), ("McDonald's", false),
    ])
    func `a favourite is known by its name, its id and its spellings`(text: String, isMeant: Bool) {
        #expect(Self.favourite(.brand, "Q37158", "Starbucks").isMeant(by: text) == isMeant)
    }
}
