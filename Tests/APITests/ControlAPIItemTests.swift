import HTTPService
import Interests
import Places
import SQLite
import TestSupport
import Testing

/// Favourites and deals.
@Suite(.timeLimit(.minutes(10)))
struct ControlAPIItemTests {
    private static let deal = """
        {"name":"2 for 1","company":"De Proeverij","category":"food","lat":52.3731,"lon":4.8926,\
        "starts":"2026-05-01T09:00:00Z","ends":"2026-05-02T00:00:00+02:00","capacity":1}
        """

    @Test func `a favourite is added once, shown, changed and removed`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let added = try await serving.post("/v1/favourites", #"{"text":"starbucks"}"#)
            #expect(added.status == 201)
            #expect(added.head.lowercased().contains("\r\nlocation: /v1/favourites/1"))
            #expect(try added.json(Favourite.self).owner == 1000)
            let again = try await serving.post("/v1/favourites", #"{"wikidata":"Q37158"}"#)
            #expect(again.status == 200)
            #expect(!again.head.lowercased().contains("location:"))
            #expect(try again.json(Favourite.self).id == 1)

            let changed = try await serving.patch("/v1/favourites/1", #"{"radius":50}"#)
            #expect(try changed.json(Favourite.self).radius == 50)
            #expect(
                try await serving.patch("/v1/favourites/1", "{}").json(Favourite.self).radius == 50)
            _ = try await serving.patch("/v1/favourites/1", #"{"radius":null}"#)
            let shown = try await serving.get("/v1/favourites/1").json(Favourite.self)
            #expect(shown.radius == nil)
            #expect(shown.places == 1)

            let near = try await serving.get("/v1/favourites?near=52.3731,4.8926")
            #expect(near.body.contains(#""nearest":{"distance":0,"id":"osm/node/1""#))
            let named = try await serving.get("/v1/favourites?near=starbucks")
            #expect(named.body == near.body)
            #expect(try await serving.get("/v1/favourites?near=nowhere").fields == ["near"])
            let removed = try await serving.delete("/v1/favourites/1")
            #expect(removed.status == 204)
            #expect(removed.body.isEmpty)
            #expect(try await serving.get("/v1/favourites").body == #"{"favourites":[]}"#)
            #expect(try await serving.get("/v1/favourites/1").status == 404)
        }
    }

    @Test(arguments: [
        ("", [1]), ("?all=true", [1, 2]), ("?category=FOOD", [1]), ("?category=party", []),
        ("?mine=true", []), ("?mine=false&all=true&category=food", [1, 2]),
    ])
    func `deals are listed by what is asked`(query: String, ids: [Int64]) async throws {
        struct List: Decodable { var deals: [Deal] }
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.post("/v1/deals", Self.deal)
            let past = Self.deal.replacing("2026", with: "2025")
            #expect(try await serving.post("/v1/deals", past).status == 201)
            serving.speak(as: 1001)
            let list = try await serving.get("/v1/deals\(query)").json(List.self)
            #expect(list.deals.map(\.id).sorted() == ids)
        }
    }

    @Test func `places of a deal are reserved and given back`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.post("/v1/deals", Self.deal)
            let reserved = try await serving.post("/v1/deals/1/reserve")
            #expect(try reserved.json(Deal.self).reserved == 1)
            #expect(try await serving.post("/v1/deals/1/reserve").status == 409)
            #expect(try await serving.patch("/v1/deals/1", #"{"capacity":0}"#).status == 400)
            let released = try await serving.post("/v1/deals/1/release")
            #expect(try released.json(Deal.self).reserved == 0)
            #expect(try await serving.post("/v1/deals/1/release").status == 409)
            #expect(try await serving.post("/v1/deals/2/reserve").status == 404)
            #expect(try await serving.post("/v1/favourites/1/reserve").status == 404)
        }
    }

    @Test func `each reserves one place, for itself or for whom it names`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let many = Self.deal.replacing(#""capacity":1"#, with: #""capacity":5"#)
            _ = try await serving.post("/v1/deals", many)
            func perform(_ action: String, _ body: String? = nil) async throws -> String {
                let reply = try await serving.post("/v1/deals/1/\(action)", body)
                guard reply.status == 200 else { return "\(reply.status ?? 0)" }
                let deal = try reply.json(Deal.self)
                return "\(deal.reserved) \(deal.reservedByMe)"
            }
            let anna = #"{"for":"person/anna"}"#
            #expect(try await perform("reserve") == "1 true")
            #expect(try await perform("reserve", "{}") == "409")
            #expect(try await perform("reserve", anna) == "2 true")
            #expect(try await perform("reserve", anna) == "409")
            #expect(try await perform("reserve", #"{"for":"uid/1000"}"#) == "409")
            serving.speak(as: 1001)
            #expect(try await perform("release") == "409")
            let other = try await serving.get("/v1/deals/1").json(Deal.self)
            #expect(other.reserved == 2 && !other.reservedByMe)
            #expect(try await perform("reserve", #"{"for":null}"#) == "3 true")
            #expect(try await perform("release", anna) == "2 false")
            #expect(try await perform("release", anna) == "409")
            serving.speak(as: 1000)
            let mine = try await serving.get("/v1/deals").body
            #expect(mine.contains(#""reserved":2,"reserved_by_me":true"#))
            for body in [
                #"{"for":"Anna"}"#, #"{"for":""}"#, #"{"for":7}"#, #"{"far":"a"}"#, "[]", "7", "{",
            ] {
                #expect(try await perform("reserve", body) == "400", "\(body)")
            }
        }
    }

    @Test func `a list is added whole, or not at all`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let both = #"[{"text":"starbucks","radius":50},{"text":"Q37158"}]"#
            let added = try await serving.post("/v1/favourites", both)
            #expect(added.status == 201)
            #expect(added.head.lowercased().contains("\r\nlocation: /v1/favourites"))
            let favourites = try added.json([Added<Favourite>].self)
            #expect(favourites.map(\.item.id) == [1, 1])
            #expect(favourites.map(\.wasThere) == [false, true])
            #expect(try await serving.post("/v1/favourites", both).status == 200)

            let wrong = try await serving.post(
                "/v1/favourites", #"[{"text":"OBA"},{"text":"Nobody's"},{"radius":1},{"text":""}]"#)
            #expect(wrong.status == 400)
            #expect(wrong.fields == ["[1].text", "[2].text", "[3].text"])
            let deals = try await serving.post(
                "/v1/deals", "[\(Self.deal),\(Self.deal.replacing("52.3731", with: "91"))]")
            #expect(deals.fields == ["[1].latitude"])
            let typo = try await serving.post(
                "/v1/favourites", #"[{"text":"OBA"},{"text":7}]"#)
            #expect(typo.status == 400)
            #expect(try await serving.get("/v1/deals?all=true").body == #"{"deals":[]}"#)
            #expect(try await !serving.get("/v1/favourites").body.contains("OBA"))
        }
    }

    /// What of `deal` is replaced, by what, and the field that is then wrong.
    static let wrongDeals: [(String, String, [String])] = [
        (#""2 for 1""#, "7", ["name"]), (#""2 for 1""#, "null", ["name"]),
        (#""2 for 1""#, #""  ""#, ["name"]), (#""2 for 1""#, #""a\u0000b""#, ["name"]),
        (#""2 for 1""#, "[]", ["name"]), (#""food""#, #"{"a":1}"#, ["category"]),
        ("52.3731", "91", ["latitude"]), ("4.8926", "-180.1", ["longitude"]),
        ("52.3731", "null", ["lat"]), ("4.8926", #""4.8926""#, ["lon"]),
        ("2026-05-02", "2026-04-02", ["ends"]), ("2026-05-02", "2026-02-30", ["ends"]),
        (#""2026-05-01T09:00:00Z""#, "1777626000", ["starts"]),
        (#""capacity":1"#, #""capacity":0"#, ["capacity"]),
        (#""capacity":1"#, #""capacity":1.5"#, ["capacity"]),
        (#""capacity":1"#, #""capacity":1e30"#, ["capacity"]),
        (#""capacity":1"#, #""capacity":true"#, ["capacity"]),
        (#""capacity":1"#, #""radius":0"#, ["radius"]),
        (#""capacity":1"#, #""radius":1e9"#, ["radius"]),
        (#""capacity":1"#, #""radius":-1"#, ["radius"]),
        (#""capacity":1"#, #""capacty":1"#, ["capacty"]),
        (#""capacity":1"#, #""owner":0"#, ["owner"]),
        (#""name":"2 for 1","#, "", ["name"]), (#""lat":52.3731,"#, "", ["lat"]),
        (#""lat":52.3731,"lon":4.8926"#, #""address":"Nowhere 1""#, ["address"]),
        (#""capacity":1"#, #""radius":NaN"#, []), (#""2 for 1""#, #""\ud800""#, ["name"]),
        (#""capacity":1"#, #""radius":1e400"#, ["radius"]),
    ]

    @Test(arguments: wrongDeals)
    func `a deal that cannot be is refused, and the field is named`(
        old: String, new: String, fields: [String]
    ) async throws {
        try await ServingAPI.run { (serving) async throws in
            let body = Self.deal.replacing(old, with: new)
            #expect(body != Self.deal)
            let reply = try await serving.post("/v1/deals", body)
            #expect(reply.status == 400)
            #expect(reply.fields == fields)
            #expect(reply.head.contains("application/problem+json"))
            #expect(try await serving.get("/v1/deals?all=true").body == #"{"deals":[]}"#)
        }
    }

    @Test(arguments: [
        "", "{", "null", "7", "[]", "{}", "\u{0}", "{\"text\":\"a\"} {}", "text=Starbucks",
        "⟦[×100000⟧", #"{"text":7}"#, #"{"text":""}"#,
        #"⟦{"text":×10000⟧"#, #"{"text":"\udfff"}"#,
        #"{"text":"a\u0000"}"#, #"{"text":"Starbucks","name":"x"}"#, #"{"text":"Nobody's"}"#,
        #"{"text":"Starbucks","radius":0}"#, #"{"text":"Starbucks","radius":1e9}"#,
    ])
    func `a body that says no favourite is refused`(body: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            let reply = try await serving.post("/v1/favourites", unrolled(body))
            #expect(reply.status == 400)
            #expect(reply.head.contains("application/problem+json"))
            #expect(try await serving.get("/v1/favourites").body == #"{"favourites":[]}"#)
        }
    }

    @Test func `while another program writes, one is told to try again`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let other = try Connection(path: serving.database, mode: .readWrite)
            try other.execute("BEGIN IMMEDIATE")
            let reply = try await serving.post("/v1/favourites", #"{"text":"Starbucks"}"#)
            #expect(reply.status == 503)
            #expect(try await serving.get("/v1/favourites").status == 200)
            try other.execute("ROLLBACK")
            #expect(
                try await serving.post("/v1/favourites", #"{"text":"Starbucks"}"#).status == 201)
        }
    }
}
