import Geofencing
import HTTPService
import Places
import Testing

/// The routes that only tell.
@Suite(.timeLimit(.minutes(10)))
struct ControlAPITests {
    @Test func `the status tells of fixes, regions, places and notices`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let before = try await serving.get("/v1/status")
            #expect(before.status == 200)
            #expect(before.body.contains(#""position":null"#))
            #expect(
                before.body.contains(#""version":"1.2.3","started":"2026-05-01T12:00:00.000Z""#))
            #expect(
                try await serving.post("/v1/favourites", #"{"text":"Starbucks"}"#).status == 201)
            await serving.move(north: 300, at: noon())
            await serving.move(north: 0, at: noon(60))
            let body = try await serving.get("/v1/status").body
            #expect(body.contains(#""reports":2,"accepted":2"#))
            #expect(
                body.contains(
                    #""loaded":1,"kinds":{"favourite":1},"inside":["favourite/osm/node/1"]"#))
            #expect(
                body.contains(
                    #""places":3,"notifications":{"log":"abc","oldest":1,"latest":1,"waiting":0}"#))
        }
    }

    @Test func `regions are GeoJSON, and say which the device is in`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let none = try await serving.get("/v1/regions")
            #expect(none.head.contains("application/geo+json"))
            #expect(none.body == #"{"type":"FeatureCollection","features":[]}"#)
            _ = try await serving.post(
                "/v1/favourites", #"{"category":"amenity=cafe","radius":50}"#)
            await serving.move(north: 0, at: noon())
            let reply = try await serving.get("/v1/regions")
            #expect(reply.body.contains(#""place":{"id":"osm/node/1","brand":"Starbucks""#))
            let regions = try reply.json(Regions.self)
            #expect(regions.features.map(\.id) == ["favourite/osm/node/1", "favourite/osm/node/2"])
            #expect(regions.features.map(\.properties.inside) == [true, false])
            #expect(regions.features[0].geometry.coordinates == [4.8926, 52.3731])
            #expect(abs(regions.features[1].properties.distance - 100) < 1)
        }
    }

    @Test func `what is added is seen at the next fix, what is removed no more`() async throws {
        try await ServingAPI.run { (serving) async throws in
            await serving.move(north: 0, at: noon())
            #expect(try await serving.get("/v1/regions").json(Regions.self).features.isEmpty)
            #expect(
                try await serving.post("/v1/favourites", #"{"text":"Starbucks"}"#).status == 201)
            await serving.move(north: 1, at: noon(1))
            #expect(try await serving.get("/v1/regions").json(Regions.self).features.count == 1)
            #expect(try await serving.patch("/v1/favourites/1", #"{"radius":70}"#).status == 200)
            await serving.move(north: 2, at: noon(2))
            #expect(await serving.tracker.device.regions.map(\.radius) == [70])
            #expect(try await serving.delete("/v1/favourites/1").status == 204)
            await serving.move(north: 3, at: noon(3))
            #expect(try await serving.get("/v1/regions").json(Regions.self).features.isEmpty)
        }
    }

    @Test(arguments: [
        ("text=starbucks", ["osm/node/1"]),
        ("text=caf%C3%A9+de", ["osm/node/2"]),
        ("category=library", ["osm/way/3"]),
        ("brand=Q37158", ["osm/node/1"]),
        ("near=52.3740,4.8926&limit=2", ["osm/node/2", "osm/node/1"]),
        ("near=52.3740,4.8926&radius=10", ["osm/node/2"]),
        ("near=52.3740%204.8926&radius=10", ["osm/node/2"]),
        ("near=cafe%20de%20flore&radius=10", ["osm/node/2"]),
        ("category=libraries", ["osm/way/3"]), ("category=bibliotheek", ["osm/way/3"]),
        ("text=nowhere", []),
    ])
    func `places are found`(query: String, ids: [String]) async throws {
        try await ServingAPI.run { (serving) async throws in
            struct Found: Decodable { var places: [PlaceResult] }
            let reply = try await serving.get("/v1/places?\(query)")
            #expect(try reply.json(Found.self).places.map(\.id) == ids)
        }
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=x", "limit"),
        ("radius=0", "radius"), ("radius=nan", "radius"), ("radius=1e9", "radius"),
        ("sort=size", "sort"), ("open_now=perhaps", "open_now"), ("open_now=", "open_now"),
        ("near=91,0", "latitude"), ("near=", "near"), ("near=%00", "near"),
        ("near=nowhere", "near"), ("near=here", "near"), ("near=4.89,52.37", "near"),
    ])
    func `a search that makes no sense is refused`(query: String, field: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            let reply = try await serving.get("/v1/places?\(query)")
            #expect(reply.status == 400)
            #expect(reply.fields == [field])
        }
    }

    @Test(arguments: [
        ("osm/node/1", 200), ("osm%2Fnode%2F1", 200), ("osm/way/3?near=52.3731,4.8926", 200),
        ("osm/node/9", 404), ("osm//node/1", 404), ("osm", 400),
        ("osm/%ff", 400),
    ])
    func `a place has an id with slashes`(id: String, status: Int) async throws {
        try await ServingAPI.run { (serving) async throws in
            let reply = try await serving.get("/v1/places/\(id)")
            #expect(reply.status == status)
            guard status == 200 else { return }
            let place = try reply.json(PlaceResult.self)
            #expect(place.attribution != nil)
            #expect((place.distance != nil) == id.contains("near"))
        }
    }

    @Test func `a search says what it has understood of where, and what it may be else`()
        async throws
    {
        try await ServingAPI.run { (serving) async throws in
            for (query, near) in [
                ("", nil), ("&near=OBA", #""near":{"lat":52.376,"lon":4.908,"text":"OBA"}"#),
                ("&near=52.37,4.89", #""near":{"lat":52.37,"lon":4.89}"#),
            ] {
                let body = try await serving.get("/v1/places?category=cafe\(query)").body
                #expect(body.contains(near ?? #""places":["#))
                #expect(body.contains(#""near":"#) == (near != nil))
            }
            #expect(try await serving.get("/v1/places?near=here").fields == ["near"])
            await serving.move(north: 100, at: noon())
            let here = try await serving.get("/v1/places?near=here").body
            #expect(here.contains(#""near":{"lat":52.3739"#))
            let swapped = try await serving.get("/v1/places?near=4.89,52.37")
            #expect(swapped.status == 400)
            #expect(swapped.body.contains("did you mean 52.37,4.89? (else write geo:4.89,52.37)"))
            let meant = #""candidates":[{"name":"52.37,4.89","value":"52.37,4.89"}]"#
            #expect(swapped.body.contains(#""code":"swapped""#))
            #expect(swapped.body.contains(meant))
            #expect(try await serving.get("/v1/places?near=geo:4.89,52.37").status == 200)
        }
    }

    @Test func `the catalogue says how many places a brand has`() async throws {
        try await ServingAPI.run { (serving) async throws in
            struct Catalogue: Decodable { var brands: [CatalogueEntry] }
            let reply = try await serving.get("/v1/catalogue?text=starb&near=52.37,4.89")
            let brands = try reply.json(Catalogue.self).brands
            #expect(brands.map(\.name) == ["Starbucks"])
            #expect(brands.map(\.places) == [1])
            #expect(try await serving.get("/v1/catalogue?near=here").fields == ["near"])
        }
    }

    private struct Regions: Decodable {
        struct Feature: Decodable {
            var id: String
            var geometry: Geometry
            var properties: Properties
        }
        struct Geometry: Decodable { var coordinates: [Double] }
        struct Properties: Decodable {
            var inside: Bool
            var distance: Double
        }
        var features: [Feature]
    }
}
