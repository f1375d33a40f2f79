import API
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProblemTests {
    @Test func `a problem is told as RFC 9457 has it`() async throws {
        try await Serving.run { serving in
            let reply = try await serving.get("/v1/problem")
            #expect(reply.status == 409)
            #expect(reply.lowercased().contains("content-type: application/problem+json\r\n"))
            #expect(
                reply.hasSuffix(
                    #"{"detail":"the deal has ended","errors":["#
                        + #"{"detail":"is before from\u001b","field":"until"},"#
                        + #"{"detail":"ended","field":"deal"}],"#
                        + #""status":409,"title":"Conflict","type":"about:blank"}"#))
        }
    }

    @Test func `an unknown path is not found`() async throws {
        try await Serving.run { serving in
            for path in ["/", "/v1", "/v1/pin", "/v1/ping/x", "/v2/ping", "*", "/v1/%00"] {
                let reply = try await serving.get(path)
                #expect(reply.status == 404)
                #expect(reply.contains(#""detail":"there is nothing at this path""#))
            }
        }
    }

    @Test func `another method is refused, and the possible ones are told`() async throws {
        try await Serving.run { serving in
            for (method, path, allowed) in [
                ("DELETE", "ping", "GET, HEAD"), ("GET", "things", "POST"),
                ("OPTIONS", "ping", "GET, HEAD"), ("PUT", "places/a/b", "GET, HEAD"),
                ("HEAD", "things", "POST"),
            ] {
                let reply = try await serving.reply(
                    to: "\(method) /v1/\(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                #expect(reply.status == 405)
                #expect(reply.contains("\r\nAllow: \(allowed)\r\n"))
            }
        }
    }

    @Test func `what goes wrong inside is not told outside`() async throws {
        try await Serving.run { serving in
            let reply = try await serving.get("/v1/broken")
            #expect(reply.status == 500)
            #expect(reply.contains("problem+json"))
            #expect(!reply.contains("Broken"))
        }
    }

    @Test(arguments: ["GET /v1/ping", "POST /v1/things", "OPTIONS /v1/things", "GET /nothing"])
    func `a web page is refused`(request: String) async throws {
        try await Serving.run { serving in
            let reply = try await serving.reply(
                to: "\(request) HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
                    + "Access-Control-Request-Method: POST\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 12\r\nConnection: close\r\n\r\n{\"name\":\"a\"}")
            #expect(reply.status == 403)
            #expect(!reply.lowercased().contains("access-control-allow"))
            #expect(serving.changes.count == 0)
        }
    }
}
