import API
import Testing

/// RFC 9112, 3.2.
@Suite(.timeLimit(.minutes(10)))
struct HostTests {
    @Test(arguments: [
        "", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host:\r\nX: y\r\nHOST:\r\n",
    ])
    func `HTTP 1.1 without a host, or with two, is refused, and that is the end`(
        fields: String
    ) async throws {
        try await Serving.run { serving in
            for path in ["/v1/ping", "/nothing"] {
                let reply = try await serving.reply(
                    to: "GET \(path) HTTP/1.1\r\n\(fields)\r\n" + ControlSocketTests.ping)
                #expect(reply.status == 400)
                #expect(reply.responses == 1)
                #expect(reply.contains("application/problem+json"))
                #expect(reply.contains(#""detail":"Host: is missing or there twice: send one""#))
            }
        }
    }

    @Test(arguments: ["HTTP/1.0\r\n", "HTTP/1.0\r\nHost: a\r\n", "HTTP/1.1\r\nHost:\r\n"])
    func `HTTP 1.0 needs no host, and which it is is no matter`(rest: String) async throws {
        try await Serving.run { serving in
            let reply = try await serving.reply(
                to: "GET /v1/ping \(rest)Connection: close\r\n\r\n")
            #expect(reply.status == 200)
            #expect(reply.hasSuffix("pong"))
        }
    }
}
