import API
import APIClient
import Glibc
import Posix
import Testing

@Suite(.timeLimit(.minutes(10)))
struct APIClientTests {
    /// However slow the machine is, the daemon does reply.
    private func client(_ path: SocketPath) -> APIClient {
        APIClient(at: path, timeout: .seconds(300))
    }

    @Test func `a request is answered`() async throws {
        try await Serving.run { serving in
            let reply = try await client(serving.path).send(.get, "/v1/ping")
            #expect(reply.status == 200)
            #expect(reply.contentType == "text/plain; charset=utf-8")
            #expect(reply.body == Array("pong".utf8))
        }
    }

    @Test(arguments: ["osm/node/123", "a b/ü?#%", "ä&=+\"'\u{1}"])
    func `a path arrives as it was meant`(id: String) async throws {
        try await Serving.run { serving in
            let reply = try await client(serving.path).send(.get, "/v1/places/\(id)")
            #expect(String(decoding: reply.body, as: UTF8.self) == id)
        }
    }

    @Test(arguments: ["café", "a&b=c", "50%", "1+1", "a/b?c#d", " "])
    func `a query arrives as it was meant`(text: String) async throws {
        try await Serving.run { serving in
            let reply = try await client(serving.path).send(
                .get, "/v1/query", query: [("q", text)])
            #expect(String(decoding: reply.body, as: UTF8.self) == text)
        }
    }

    @Test func `a body arrives`() async throws {
        try await Serving.run { serving in
            let name = String(repeating: "n", count: 900_000)
            let reply = try await client(serving.path).send(
                .post, "/v1/things", body: Array(#"{"name":"\#(name)"}"#.utf8))
            #expect(reply.body.count == name.count)
        }
    }

    @Test func `who is refused before all was sent hears why`() async throws {
        try await Serving.run { serving in
            for _ in 0..<20 {
                let error = await #expect(throws: APIError.self) {
                    try await client(serving.path).stream(
                        .post, target: "/v1/things", body: [UInt8](repeating: 0x20, count: 8 << 20),
                        silence: .seconds(300)
                    ) { _ in
                    } _: { _ in
                    }
                }
                #expect(
                    error?.description.contains("the body is larger than") == true,
                    "\(error.debugDescription)")
            }
        }
    }

    @Test func `a large reply arrives whole`() async throws {
        try await Serving.run { serving in
            let reply = try await client(serving.path).send(.get, "/v1/large")
            #expect(reply.body.count == 8 << 20)
        }
    }

    /// What is said instead of a reply.
    private func failure(
        _ client: APIClient, _ path: String = "/v1/ping", body: [UInt8]? = nil
    ) async throws -> String {
        let error = await #expect(throws: APIError.self) {
            _ = try await client.send(.get, path, body: body)
        }
        return try #require(error).description
    }

    @Test(arguments: [
        ("/v1/problem", "the deal has ended\n  is before from\\u{1b}"),
        ("/nothing", "there is nothing at this path"),
    ])
    func `a refusal is told in the daemon's words, and a line for each fault`(
        path: String, words: String
    )
        async throws
    {
        try await Serving.run { serving in
            let failure = try await failure(client(serving.path), path)
            #expect(failure == words)
        }
    }

    @Test func `a body that the daemon would not take is not sent`() async throws {
        try await Serving.run { serving in
            let failure = try await failure(
                client(serving.path), body: Array(repeating: 0, count: 2 << 20))
            #expect(failure == "what is to be sent is larger than 1024 KiB")
        }
    }

    @Test func `a daemon that is not there is told, with what to do`() async throws {
        let path = try SocketPath("/nonexistent/control.sock")
        let failure = try await failure(client(path))
        #expect(
            failure == "cannot reach geofenced at /nonexistent/control.sock: "
                + "no such file or directory: is it running? geofencectl doctor says what to do")
    }

    @Test func `a gateway that is not there is told by its name`() async throws {
        let path = try SocketPath("/nonexistent/gateway.sock")
        let failure = try await failure(APIClient(at: path, of: .gateway))
        #expect(
            failure == "cannot reach geofenced-gateway at /nonexistent/gateway.sock: "
                + "no such file or directory: is it running? sudo systemctl start "
                + "geofenced-gateway, or apt install geofenced-gateway")
    }

    @Test func `a daemon that hangs is given up`() async throws {
        // What hangs is not waited for.
        try await Serving.run(farewell: .milliseconds(50)) { serving in
            let client = APIClient(at: serving.path, timeout: .milliseconds(50))
            let failure = try await failure(client, "/v1/stuck")
            #expect(failure.hasPrefix("\(serving.path): geofenced did not reply within "))
        }
    }
}
