import Geofencing
import Testing

@testable import Places

/// Around Dam square, and a few elsewhere.
private let town = [
    Place(
        osm: "sb1", "Starbucks", "amenity=cafe", north: 900, brand: "Starbucks", wikidata: "Q37158",
        street: "Damrak", city: "Amsterdam", hours: "Mo-Su 07:00-20:00"),
    Place(
        osm: "sb2", "Starbucks Reserve", "amenity=cafe", north: 300, brand: "Starbucks",
        wikidata: "Q37158", street: "Rembrandtplein", city: "Amsterdam",
        hours: "Mo-Su 18:00-23:00"),
    Place(
        osm: "hoppe", "Café Hoppe", "amenity=pub", north: -400, street: "Spui", city: "Amsterdam",
        hours: "24/7"),
    Place(
        osm: "mcd", "McDonald's", "amenity=fast_food", east: 500, brand: "McDonald's",
        wikidata: "Q38076", street: "Nieuwendijk", city: "Amsterdam", hours: "by appointment"),
    Place(
        osm: "book", "Starbucks Books", "shop=books", east: 100, street: "Kalverstraat",
        city: "Amsterdam", description: "Opposite McDonald's, with a café"),
    Place(osm: "apo1", "Dam Apotheek", "amenity=pharmacy", east: -700, city: "Amsterdam"),
    Place(osm: "apo2", "Apotheek Zuid", "amenity=pharmacy", north: -60_000, city: "Rotterdam"),
    Place(osm: "apo3", "Pharmacy Pizza", "amenity=restaurant", east: -60, city: "Amsterdam"),
    Place(osm: "c&a", "C&A", "shop=clothes", east: 200, brand: "C&A", wikidata: "Q701338"),
    Place(osm: "nameless", nil, "amenity=cafe", east: -2000),
    Place(osm: "emoji", "🍕 Palace", "amenity=restaurant", east: 2500),
]

struct PlaceSearchTests {
    @Test(
        arguments: [
            // A brand in any spelling, its places before what only has the word.
            ("text=starbucks", "sb2 book sb1"),
            ("text=STARBUCKS", "sb2 book sb1"),
            ("text=star", "book sb2 sb1"),
            ("text=mcdonalds", "mcd"),
            ("text=mc donalds", "mcd"),
            ("text=McDonald's", "mcd book"),
            ("text=mcdonald’s", "mcd book"),
            ("text=c&a", "c&a"),
            // A category, then names, then what is told of others.
            ("text=cafe", "sb2 hoppe sb1 nameless book"),
            ("text=café", "sb2 hoppe sb1 nameless book"),
            ("text=pubs", "hoppe"),
            ("text=fast food", "mcd"),
            ("text=pharmacy amsterdam", "apo1 apo3"),
            // What people say, and OpenStreetMap does not.
            ("text=coffee", "sb2 sb1 nameless"), ("text=drugstore amsterdam", "apo1"),
            ("text=takeaway", "mcd"),
            ("text=starbucks damrak", "sb1"),
            ("text=damrak starbucks", "sb1"),
            ("text=spui", "hoppe"),
            ("text=reserve star", "sb2"),
        ])
    func `what is likeliest meant comes first`(_ asked: String, _ expected: String) throws {
        let matches = try Asked(position: dam).search(store(of: town), placeQuery(asked))
        #expect(keys(matches) == expected)
    }

    @Test(
        arguments: [
            ("brand=starbucks", "sb2 sb1"), ("brand=STARBUCKS", "sb2 sb1"),
            ("brand=Q37158", "sb2 sb1"), ("brand=Starbucks Coffee", "sb2 sb1"),
            ("brand=スターバックス", "sb2 sb1"), ("brand=mc donald’s", "mcd"),
            ("brand=starbucks&text=damrak", "sb1"), ("brand=starbucks&category=shop", ""),
            ("brand=nobody", ""), ("brand=Q1", ""),
        ])
    func `a brand is known in any spelling`(_ asked: String, _ expected: String) throws {
        let matches = try Asked(position: dam).search(store(of: town), placeQuery(asked))
        #expect(keys(matches) == expected)
    }

    @Test(
        arguments: [
            ("text=starbuks", "", "Starbucks"), ("brand=starbuks", "", "Starbucks"),
            ("text=starbuks spui", "hoppe", "Starbucks"),
            ("text=xqzwv starbucks", "book sb2 sb1", nil), ("text=xqzw", "", nil),
            // Known, but not there.
            ("text=subway", "", nil), ("brand=subway", "", nil),
        ] as [(String, String, String?)])
    func `where nothing is found, something else is offered`(
        _ asked: String, _ expected: String, _ suggestion: String?
    ) throws {
        let matches = try Asked(position: dam).search(store(of: town), placeQuery(asked))
        #expect(keys(matches) == expected)
        #expect(matches.isLoose == !expected.isEmpty)
        #expect(matches.suggestions.first == suggestion)
    }

    @Test(arguments: [1, 2, 19, 20, 21, 1000])
    func `no more are found than are asked for, and the nearest of them`(_ limit: Int) throws {
        let places = (1...30).map { number in
            Place(osm: "\(number)", "Bar \(number)", "amenity=bar", north: Double(number * 50))
        }
        let store = try store(of: places.shuffled())
        for asked in [
            "category=bar", "text=bar", "text=bar&sort=distance", "text=bar&category=bar",
        ] {
            let matches = try Asked(position: dam).search(
                store, placeQuery("\(asked)&limit=\(limit)"))
            let expected = places.prefix(limit).map(\.id.key).joined(separator: " ")
            #expect(keys(matches) == expected)
        }
    }

    @Test func `a place is shown with all that is known of it`() throws {
        let place = try Asked().show(
            store(of: town), "osm/mcd", near: .coordinate(dam))
        #expect(place.id == "osm/mcd")
        #expect(place.title == "McDonald's")
        #expect(place.wikidata == "Q38076")
        #expect(place.categories == ["amenity=fast_food"])
        #expect(place.address?.text == "Nieuwendijk, Amsterdam")
        #expect(abs((place.distance ?? 0) - 500) < 1)
        #expect(place.bearing == 90)
        #expect(place.attribution == "© OpenStreetMap contributors (ODbL)")
        #expect(place.open == nil)
    }
}
