import FoundationEssentials
import Geofencing
import Places
import Testing

@testable import API

/// The description of the control socket, and kinds of regions that it learns of.
@Suite(.timeLimit(.minutes(10)))
struct ControlAPIKindTests {
    @Test func `a third kind has routes, and makes regions`() async throws {
        try await ServingAPI.run(kinds: RegionKinds.all + [Bench.self]) { (serving) async throws in
            let added = try await serving.post("/v1/benches", #"{"lat":52.3731,"lon":4.8926}"#)
            #expect(added.status == 201)
            #expect(added.head.lowercased().contains("\r\nlocation: /v1/benches/1"))
            #expect(
                try await serving.get("/v1/benches/1").body
                    == #"{"id":1,"lat":52.3731,"lon":4.8926}"#)
            #expect(try await serving.post("/v1/benches/1/sit").status == 200)
            #expect(try await serving.patch("/v1/benches/1", #"{"lat":0,"lon":0}"#).status == 409)
            #expect(try await serving.call405("/v1/benches").contains("GET, HEAD, POST"))
            await serving.move(north: 0, at: noon())
            #expect(await serving.tracker.watched.inside == ["bench/1"])
            #expect(try await serving.delete("/v1/benches/1").status == 204)
            #expect(try await serving.get("/v1/benches").body == #"{"benches":[]}"#)
        }
    }

    @Test func `the description has all kinds, and nothing that is not there`() async throws {
        try await ServingAPI.run(kinds: RegionKinds.all + [Bench.self]) { (serving) async throws in
            let reply = try await serving.get("/v1/openapi.json")
            let document = try reply.json(Document.self)
            #expect(document.openapi == "3.1.0")
            for kind in ["favourite", "deal", "bench"] {
                #expect(document.components.schemas[kind] != nil)
                #expect(document.components.schemas["\(kind)_draft"] != nil)
            }
            #expect(document.paths["/v1/benches/{id}/sit"] != nil)
            #expect(document.paths["/v1/deals/{id}/reserve"] != nil)
            let references = reply.body.matches(of: /"\$ref": "#\/components\/schemas\/(\w+)"/)
            #expect(references.count > 10)
            for reference in references {
                #expect(document.components.schemas[String(reference.1)] != nil)
            }
        }
    }

    @Test func `every path of the description is a route`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let document = try await serving.get("/v1/openapi.json").json(Document.self)
            #expect(document.paths.count > 10)
            for path in document.paths.keys {
                // No route: "there is nothing at this path". No such method: 405.
                let there = path.replacing("{id}", with: "1")
                #expect(try await !serving.get(there).body.contains("nothing at this path"))
            }
        }
    }

    private struct Document: Decodable {
        struct Anything: Decodable {}
        struct Components: Decodable { var schemas: [String: Anything] }
        var openapi: String
        var paths: [String: Anything]
        var components: Components
    }
}

extension ServingAPI {
    /// What is told to who asks for what is not possible at `path`.
    fileprivate func call405(_ path: String) async throws -> String {
        let reply = try await delete(path)
        return reply.status == 405 ? reply.body : ""
    }
}
