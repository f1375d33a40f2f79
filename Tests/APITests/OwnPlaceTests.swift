import HTTPService
import Testing

/// One's own places at the control socket.
@Suite(.timeLimit(.minutes(10)))
struct OwnPlaceTests {
    private struct Place: Decodable {
        var id: String
        var title: String
        var lat: Double
        var phone: String?
    }

    private static let home = #"{"name":"Home","at":[52.3731,4.8926],"phone":"112"}"#

    @Test func `one is added, listed, shown, changed and removed`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let added = try await serving.post("/v1/places", Self.home)
            #expect(added.status == 201)
            #expect(added.head.contains("Location: /v1/places/own/home"))
            #expect(try added.json(Place.self).id == "own/home")
            // Sent again, as after an answer that was lost.
            #expect(try await serving.post("/v1/places", Self.home).status == 200)
            let list = try await serving.get("/v1/places/own").json([String: [Place]].self)
            #expect(list["places"]?.map(\.title) == ["Home"])
            let changed = try await serving.patch(
                "/v1/places/own/home", #"{"name":"Nest","phone":null,"at":[52.374,4.8926]}"#
            ).json(Place.self)
            #expect(changed.id == "own/home" && changed.title == "Nest")
            #expect(changed.phone == nil && changed.lat == 52.374)
            #expect(try await serving.get("/v1/places?text=nest").body.contains("own/home"))
            #expect(try await serving.delete("/v1/places/own/home").status == 204)
            #expect(try await serving.get("/v1/places/own/home").status == 404)
            #expect(try await serving.delete("/v1/places/own/home").status == 404)
        }
    }

    @Test func `a favourite of one is a region at the next fix, wherever it is moved to`()
        async throws
    {
        try await ServingAPI.run { (serving) async throws in
            await serving.move(north: 0, at: noon())
            _ = try await serving.post("/v1/places", Self.home)
            #expect(
                try await serving.post("/v1/favourites", #"{"place":"own/home"}"#).status == 201)
            await serving.move(north: 1, at: noon(1))
            let region = "favourite/own/home"
            #expect(try await serving.get("/v1/regions").body.contains(region))
            _ = try await serving.patch("/v1/places/own/home", #"{"at":[10,20]}"#)
            await serving.move(north: 2, at: noon(2))
            #expect(try await !serving.get("/v1/regions").body.contains(region))
            // The favourite waits for a place with that id.
            #expect(try await serving.delete("/v1/places/own/home").status == 204)
            #expect(try await serving.get("/v1/favourites").body.contains(#""places":0"#))
        }
    }

    @Test func `an imported place is not to be changed`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let changed = try await serving.patch("/v1/places/osm/node/1", #"{"name":"x"}"#)
            #expect(changed.status == 409)
            #expect(changed.body.contains("only places that were added one by one can be changed"))
            #expect(try await serving.delete("/v1/places/osm/node/1").status == 409)
            #expect(try await serving.get("/v1/places/osm/node/1").status == 200)
        }
    }

    @Test(
        arguments: [
            ("{}", "at"), (#"{"name":"x"}"#, "at"), (#"{"at":[1,2]}"#, "name"),
            (#"{"name":"","at":[1,2]}"#, "name"), (#"{"name":" ","at":[1,2]}"#, "name"),
            (#"{"name":null,"at":[1,2]}"#, "name"), (#"{"name":5,"at":[1,2]}"#, "name"),
            (#"{"name":"a\u0000b","at":[1,2]}"#, "name"), (#"{"name":"x","at":[1]}"#, "at"),
            (#"{"name":"x","at":[1,2,3]}"#, "at"), (#"{"name":"x","at":null}"#, "at"),
            (#"{"name":"x","at":[95,2]}"#, "latitude"),
            (#"{"name":"x","at":[1,-181]}"#, "longitude"),
            (#"{"name":"x","at":"95,200"}"#, "latitude"), (#"{"name":"x","at":"Nowhere 1"}"#, "at"),
            (#"{"name":"x","at":true}"#, "at"), (#"{"name":"x","at":"here"}"#, "at"),
            (#"{"name":"x","address":""}"#, "address"),
            (#"{"name":"x","address":"Nowhere 1"}"#, "address"),
            (#"{"name":"x","at":[1,2],"colour":"red"}"#, "colour"),
            (#"{"name":"x","at":[1,2],"category":""}"#, "category"),
        ])
    func `what makes no sense is refused, with its field`(body: String, field: String) async throws
    {
        try await ServingAPI.run { (serving) async throws in
            let reply = try await serving.post("/v1/places", body)
            #expect(reply.status == 400)
            #expect(reply.fields.first == field || reply.fields.first?.hasPrefix(field) == true)
            #expect(try await serving.get("/v1/places/own").body == #"{"places":[]}"#)
        }
    }

    @Test(arguments: ["name", "category", "phone", "website", "opening_hours", "description"])
    func `a text that is too long is refused`(field: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            let text = String(repeating: "x", count: 10_001)
            let name = field == "name" ? "" : #""name":"x","#
            let reply = try await serving.post(
                "/v1/places", #"{\#(name)"at":[1,2],"\#(field)":"\#(text)"}"#)
            #expect(reply.status == 400)
            #expect(reply.fields == [field])
        }
    }
}
