import Geofencing
import HTTPService
import Interests
import Places
import Testing

@testable import API

/// What is asked beyond what the description has.
@Suite(.timeLimit(.minutes(10)))
struct DescriptionCheckTests {
    @Test func `a query item that is not known is refused, everywhere`() async throws {
        try await ServingAPI.run { (serving) async throws in
            for (path, words) in [
                ("history?limt=3", "limt: is not known here: did you mean limit?"),
                (
                    "notifications?last=3",
                    "last: is not known here: use after, limit, device, forgotten"
                ),
                ("explain?regoin=a", "regoin: is not known here: did you mean region?"),
                (
                    "places?text=a&radius=5&raduis=3",
                    "raduis: is not known here: did you mean radius?"
                ),
                ("places/osm/node/1?limit=1", "limit: is not known here: use near"),
                ("catalogue?txt=a", "txt: is not known here: did you mean text?"),
                ("favourites?naer=1,2", "naer: is not known here: did you mean near?"),
                ("deals?mime=true", "mime: is not known here: did you mean mine?"),
                ("deals/1?mine=true", "mine: is not known here: use for"),
                ("status?x", "x: is not known here: leave it out"),
                ("metrics?x=1", "x: is not known here: leave it out"),
                ("regions?%6Cimit=1", "%6Cimit: is not known here: use device"),
                ("openapi.json?x=1", "x: is not known here: leave it out"),
            ] {
                let reply = try await serving.get("/v1/\(path)")
                #expect(reply.status == 400, "\(path)")
                #expect(reply.body.contains(#""detail":"\#(words)""#), "\(reply.body)")
            }
            #expect(try await serving.get("/v1/history?a=1&limit=1&b=2").fields == ["a", "b"])
            #expect(try await serving.post("/v1/deals?x=1", "{}").fields == ["x"])
            #expect(try await serving.delete("/v1/deals/1?x=1").status == 400)
            #expect(try await serving.delete("/v1/status?x=1").status == 405)
        }
    }

    @Test func `what the description has is known, and no query is none`() async throws {
        try await ServingAPI.run { (serving) async throws in
            var filter = Deal.Filter()
            (filter.category, filter.mine, filter.all) = ("food", true, true)
            var places = PlaceQuery()
            (places.text, places.category, places.brand) = ("a", "b", "c")
            places.near = .text("Dam")
            (places.radius, places.limit, places.sort, places.openNow) = (1, 2, .name, true)
            var brands = CatalogueQuery()
            (brands.text, brands.near) = ("a", .coordinate(Coordinate(latitude: 1, longitude: 2)))
            let near = Favourite.Filter(near: .coordinate(Coordinate(latitude: 1, longitude: 2)))
            for (path, query) in [
                ("deals", filter.query), ("places", places.query), ("catalogue", brands.query),
                ("favourites", near.query),
                (
                    "history",
                    ["since", "until", "transitions", "kinds", "after", "limit", "format"]
                        .map { ($0, "") }
                ),
                ("history", [("last", "")]), ("notifications", [("after", ""), ("limit", "")]),
                ("explain", [("sequence", "")]), ("explain", [("region", ""), ("time", "")]),
                ("places/1", [("near", "1,2")]), ("status", []),
            ] {
                let query = query.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
                let reply = try await serving.get("/v1/\(path)?\(query)")
                #expect(!reply.body.contains("is not known here"), "\(path): \(reply.body)")
            }
        }
    }

    @Test(arguments: [
        ("/", "/v1/openapi.json says what there is", "service-desc"),
        ("/v1", "/v1/openapi.json says what there is", "service-desc"),
        ("/v1/", "/v1/openapi.json says what there is", "service-desc"),
        ("/openapi.json", "/v1/openapi.json is where it is", "service-desc"),
        ("/metrics", "/v1/metrics is where it is", "related"),
        ("/status?x=1", "/v1/status is where it is", "related"),
    ])
    func `without the version, it is told where to go`(
        path: String, words: String, relation: String
    ) async throws {
        try await ServingAPI.run { (serving) async throws in
            let reply = try await serving.get(path)
            #expect(reply.status == 404)
            #expect(reply.body.contains("there is nothing at this path: \(words)"))
            let place = String(words.prefix { $0 != " " })
            #expect(reply.head.contains("\r\nLink: <\(place)>; rel=\"\(relation)\""))
            #expect(try await !serving.get("/pin").head.contains("Link"))
        }
    }
}
