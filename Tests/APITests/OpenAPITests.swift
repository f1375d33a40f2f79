import FoundationEssentials
import HTTPService
import Testing

@testable import API

/// The description of the control socket.
@Suite(.timeLimit(.minutes(10)))
struct OpenAPITests {
    @Test func `the description names nothing that is not there`() async throws {
        try await ServingAPI.run(kinds: KindExample.kinds) { (serving) async throws in
            let reply = try await serving.get("/v1/openapi.json")
            let document = try reply.json(Document.self)
            #expect(document.openapi == "3.1.0")
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
            for path in document.paths.keys {
                // No route: "there is nothing at this path". No such method: 405. A stream would not
                // end.
                let there = path.replacing(/\{[a-z]+\}/, with: "1")
                #expect(try await !serving.delete(there).body.contains("nothing at this path"))
            }
        }
    }

    @Test func `a method that a path does not have is refused, and the others are named`()
        async throws
    {
        try await ServingAPI.run(kinds: KindExample.kinds) { (serving) async throws in
            for example in KindExample.all {
                let reply = try await serving.delete(example.path)
                #expect(reply.status == 405)
                #expect(reply.body.contains("GET, HEAD, POST"))
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
