import FoundationEssentials
import Geofencing
import Places
import PlacesTestSupport
import Posix
import Testing

@testable import Interests

@Suite struct FavouriteTests {
    let store: PlaceStore
    let ann = Caller(
        account: Account(uid: 1000), now: Timestamp(milliseconds: 1_777_626_000_000),
        position: Place.square)

    init() throws {
        store = try PlaceStore(.temporary)
        try store.add([
            Place(
                "osm/node/1", "Starbucks", brand: "Starbucks", wikidata: "Q37158", "amenity=cafe",
                east: 50),
            Place("osm/node/2", "Starbucks Reserve", brand: "STARBUCKS", "amenity=cafe", east: 900),
            Place("osm/node/3", "Café de Flore", "amenity=cafe", north: 300),
            Place("osm/node/4", "cafe  de flore", "amenity=restaurant", north: 5000),
            Place(
                "osm/way/5", "Bagels & Beans", brand: "Bagels & Beans", "amenity=cafe", east: -400),
            Place("osm/node/6", "!!!", "shop=clothes", east: 10),
            Place("osm/node/71", "Vomar", "shop=supermarket", north: 9000),
            Place("osm/node/72", "Nacht", "shop=convenience", north: 9100),
            Place("osm/node/73", "Apotheek", "amenity=pharmacy", north: 9200),
            Place("osm/node/74", "Agate", "shop=rock_shop", north: 9300),
        ])
    }

    private func add(_ text: String, radius: Double? = nil) throws -> Favourite {
        try Favourite.add(Favourite.Draft(text: text, radius: radius), for: ann, in: store).item
    }

    private func draft(_ change: (inout Favourite.Draft) -> Void) -> Favourite.Draft {
        var draft = Favourite.Draft()
        change(&draft)
        return draft
    }

    private func refusal(_ body: () throws -> Void) throws -> Refusal {
        try #require(throws: Refusal.self, performing: body)
    }

    // MARK: What a text is

    @Test(
        arguments: [
            ("starbucks", .brand, "Q37158", "Starbucks", 2),
            ("Старбакс", .brand, "Q37158", "Starbucks", 2),
            ("q37158", .brand, "Q37158", "Starbucks", 2),
            ("bagels&beans", .brand, "bagels&beans", "Bagels & Beans", 1),
            ("Cafe de Flore", .name, "Cafe de Flore", "Cafe de Flore", 2),
            ("!!!", .name, "!!!", "!!!", 1),
            (" amenity=cafe ", .category, "amenity=cafe", "amenity=cafe", 4),
            ("osm/node/3", .place, "osm/node/3", "Café de Flore", 1),
            ("way/5", .place, "osm/way/5", "Bagels & Beans", 1),
            // The catalogue has them, the database has not yet.
            ("McDonald's", .brand, "Q38076", "McDonald's", 0),
            ("Q8", .brand, "Q4119207", "Q8", 0),
            ("Q99999999999", .brand, "Q99999999999", "Q99999999999", 0),
            ("shop=cheese", .category, "shop=cheese", "shop=cheese", 0),
            ("Cafés", .category, "amenity=cafe", "amenity=cafe", 4),
            ("supermarkt", .category, "shop=supermarket", "shop=supermarket", 1),
            ("Supermarkets", .category, "shop=supermarket", "shop=supermarket", 1),
            ("tankstelle", .category, "amenity=fuel", "amenity=fuel", 0),
            // A place is called so, and most who say it mean any of them.
            ("Apotheek", .category, "amenity=pharmacy", "amenity=pharmacy", 1),
            // Both a brand and what its places are: the brand has that name.
            ("Shell", .brand, "Q110716465", "Shell", 0),
            // A category that nobody has an everyday word for.
            ("rock shop", .category, "shop=rock_shop", "shop=rock_shop", 1),
        ] as [(String, Favourite.Match, String, String, Int)])
    func `a text is recognised by its form and by what is known`(
        text: String, match: Favourite.Match, value: String, name: String, places: Int
    ) throws {
        let favourite = try add(text)
        #expect(favourite.match == match)
        #expect(favourite.value == value)
        #expect(favourite.name == name)
        #expect(favourite.places == places)
    }

    @Test(
        arguments: [
            (
                "Starbuks",
                "text: no brand, category or place is called 'Starbuks': did you mean Starbucks?"
            ),
            (
                "Cafe de Flora",
                "text: no brand, category or place is called 'Cafe de Flora': did you mean Café de Flore?"
            ),
            (
                "amenity=caffe",
                "text: no category is called 'amenity=caffe': did you mean amenity=cafe?"
            ),
            (
                "amenty=cafe",
                "text: no category is called 'amenty=cafe': did you mean amenity=cafe?"
            ),
            (
                "osm/node/404",
                "text: no brand, category or place is called 'osm/node/404': "
                    + "see the catalogue of brands, or import the places first"
            ),
            ("  ", "text: is empty: give it a text"),
        ])
    func `what nothing is called is refused, with what may have been meant`(
        text: String, message: String
    ) throws {
        let refusal = try refusal { _ = try add(text) }
        #expect("\(refusal)" == message)
        #expect(refusal.code == (text == "  " ? nil : .unknown))
        let meant = refusal.candidates.map(\.value).joined(separator: " or ")
        #expect(meant.isEmpty || message.hasSuffix("did you mean \(meant)?"))
        #expect(meant.isEmpty == !message.contains("did you mean"))
        #expect(try Favourite.items(.init(), for: ann, in: store).isEmpty)
    }

    @Test func `what is said to be a name, a category or an id is taken for that`() throws {
        let drafts = [
            draft { $0.name = "Starbucks" }, draft { $0.category = "amenity=caffe" },
            draft { $0.wikidata = "q1" }, draft { $0.brand = "starbucks" },
            draft { $0.place = "node/1" },
        ]
        let added = try drafts.map { try Favourite.add($0, for: ann, in: store).item }
        #expect(added.map(\.match) == [.name, .category, .brand, .brand, .place])
        #expect(added.map(\.places) == [1, 0, 0, 2, 1])
    }

    @Test(
        arguments: [
            (#"{}"#, "text: is missing: say a brand, a name, a category or a place"),
            (
                #"{"brand":"x","name":"y"}"#,
                "name: is too much beside brand: say one of them"
            ),
            (
                #"{"category":"xqzw"}"#,
                "category: 'xqzw' is no category: write it as in amenity=cafe"
            ),
            (
                #"{"category":"cafee"}"#, "category: 'cafee' is no category: did you mean cafe?"
            ),
            (
                #"{"text":"groceries"}"#,
                "text: 'groceries' is several categories: name one of shop=supermarket, "
                    + "shop=convenience"
            ),
            (
                #"{"wikidata":"37158"}"#,
                "wikidata: '37158' is not a Wikidata id: write it as in Q37158"
            ),
            (
                #"{"place":"osm/node/404"}"#,
                "place: 'osm/node/404' is not in the database: import it, or search for its id"
            ),
            (
                #"{"text":"Starbucks","radius":0}"#,
                "radius: 0.0 is not above 0 and at most 100000: use metres"
            ),
        ])
    func `a draft that makes no sense is refused`(json: String, message: String) throws {
        let draft = try JSONDecoder().decode(Favourite.Draft.self, from: Data(json.utf8))
        let refusal = try refusal { _ = try Favourite.add(draft, for: ann, in: store) }
        #expect("\(refusal)" == message)
    }

    // MARK: Adding, changing, removing

    @Test(arguments: [
        ("starbucks", "Q37158"), ("Q37158", "STARBUCKS Coffee"), ("amenity=cafe", "amenity = cafe"),
        ("Café de Flore", "cafe de flore"), ("osm/node/1", "node/1"),
    ])
    func `what comes to the same is one favourite`(first: String, second: String) throws {
        let before = try add(first, radius: 300)
        let again = try Favourite.add(.init(text: second, radius: 50), for: ann, in: store)
        #expect(again.wasThere)
        #expect(again.item == before)
    }

    @Test func `a brand that gets its id with an import stays one favourite`() throws {
        let before = try add("Bagels & Beans")
        try store.add([
            Place("osm/node/7", "B&B", brand: "Bagels & Beans", wikidata: "Q2911217", east: 800)
        ])
        let again = try Favourite.add(.init(text: "bagels & beans"), for: ann, in: store)
        #expect(again.wasThere)
        #expect(again.item.id == before.id)
        #expect(again.item.places == 2)
    }

    @Test func `a brand that was added by an id alone gets its name with an import`() throws {
        #expect(try add("Q777777777").name == "Q777777777")
        try store.add([Place("osm/node/8", nil, brand: "Acme", wikidata: "Q777777777")])
        let favourite = try #require(try Favourite.items(.init(), for: ann, in: store).first)
        #expect(favourite.name == "Acme")
        #expect(favourite.places == 1)
    }

    @Test func `an item says who added it, when, and what is nearest`() throws {
        let favourite = try add("Starbucks", radius: 150)
        #expect(favourite.owner == 1000)
        #expect(favourite.added == ann.now)
        let nearest = try #require(favourite.nearest)
        #expect(nearest.id == "osm/node/1")
        #expect(abs(nearest.distance - 50) < 0.5)

        let far = Coordinate(latitude: 52.3731, longitude: 4.8926 + 850 / 68_080)
        let filter = try Favourite.Filter(query: ["near": "\(far.latitude), \(far.longitude)"])
        let seen = try Favourite.items(filter, for: ann, in: store)
        #expect(seen.map(\.nearest?.id) == ["osm/node/2"])

        var lost = ann
        lost.position = nil
        #expect(try Favourite.item(favourite.id, for: lost, in: store).nearest == nil)
    }

    @Test
    func `of a favourite that is there, anybody may change the radius and the audience alone`()
        throws
    {
        let bob = Caller(account: Account(uid: 1001), now: ann.now)
        let id = try add("Starbucks").id
        let wider = try Favourite.change(
            id, to: draft { $0.radius = .value(500) }, for: bob, in: store)
        #expect(wider.radius == 500)
        #expect(wider.owner == 1000)
        let same = try Favourite.change(id, to: draft { _ in }, for: bob, in: store)
        #expect(same.radius == 500)
        let usual = try Favourite.change(id, to: draft { $0.radius = .null }, for: bob, in: store)
        #expect(usual.radius == nil)
        let refusal = try refusal {
            _ = try Favourite.change(id, to: draft { $0.name = "x" }, for: bob, in: store)
        }
        #expect(
            "\(refusal)" == "name: cannot be changed: add another favourite, and remove this")
    }

    @Test func `one that is removed is gone, and its number is not given again`() throws {
        let first = try add("Starbucks")
        try Favourite.remove(first.id, for: ann, in: store)
        for body in [
            { _ = try Favourite.item(first.id, for: ann, in: store) },
            { try Favourite.remove(first.id, for: ann, in: store) },
        ] {
            #expect(try refusal(body).reason == .notFound)
        }
        #expect(try add("Starbucks").id == first.id + 1)
    }

    // MARK: JSON

    @Test func `an item is JSON with the names that its schema has`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var favourite = try add("osm/node/3", radius: 80)
        favourite.nearest = nil
        #expect(
            String(decoding: try encoder.encode(favourite), as: UTF8.self)
                == #"{"added":"2026-05-01T09:00:00.000Z","audience":"own","id":1,"match":"place","name":"Café de Flore","#
                + #""owner":1000,"places":1,"radius":80,"value":"osm\/node\/3"}"#)
    }

    @Test func `the schemas are JSON, and have every field`() throws {
        let description = Favourite.description
        struct Schema: Decodable {
            var properties: [String: Anything]
            struct Anything: Decodable { init(from decoder: any Decoder) {} }
        }
        let decoder = JSONDecoder()
        let item = try decoder.decode(Schema.self, from: Data(description.item.utf8))
        let draft = try decoder.decode(Schema.self, from: Data(description.draft.utf8))
        #expect(
            item.properties.keys.sorted() == [
                "added", "audience", "id", "match", "name", "nearest", "owner", "places", "radius",
                "value",
                "wikidata",
            ])
        #expect(
            draft.properties.keys.sorted() == [
                "audience", "brand", "category", "name", "place", "radius", "text", "wikidata",
            ])
        #expect(
            try decoder.decode([Schema.Anything].self, from: Data(description.filter.utf8)).count
                == 2)
    }
}
