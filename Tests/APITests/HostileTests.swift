import API
import HTTPService
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HostileTests {
    static let ping = ControlSocketTests.ping

    /// Headers and body of a POST in which another request hides, or that is none.
    static let smuggled = [
        "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        "Content-Length: 5\r\nContent-Length: 5\r\n\r\nabcde",
        "Content-Length: 5, 5\r\n\r\nabcde",
        "Content-Length: +5\r\n\r\nabcde",
        "Content-Length: -1\r\n\r\n",
        "Content-Length: 0x5\r\n\r\nabcde",
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Content-Length:\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: \u{b}chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloworld\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello\r\n0\r\n\r\n",
        "Content-Length: 5\r\n folded: x\r\n\r\nabcde",
        "Bad\u{0}Name: x\r\n\r\n",
        "Name: a\u{0}b\r\n\r\n",
        "no colon\r\n\r\n",
    ]

    @Test(arguments: smuggled)
    func `an ambiguous request gets one refusal and the end`(rest: String) async throws {
        try await Serving.run { serving in
            let reply = try await serving.reply(
                to: "POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    + rest + Self.ping)
            #expect(reply.responses == 1)
            #expect((400..<500).contains(reply.status ?? 0))
            #expect(!reply.contains("pong"))
        }
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}", "{\"after\":1}\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GE\u{0}T / HTTP/1.1\r\n\r\n",
        "B@D / HTTP/1.1\r\nHost: x\r\n\r\n",
    ])
    func `what is no HTTP gets a refusal and the end`(text: String) async throws {
        try await Serving.run { serving in
            let reply = try await serving.reply(to: text)
            #expect(reply.responses == 1)
            #expect((400..<500).contains(reply.status ?? 0))
            #expect(reply.contains("application/problem+json"))
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: x\r\nX: ⟦x×1048576⟧\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\n⟦X-1: x\r\n×10000⟧\r\n",
        "GET /v1/ping?⟦x×9000⟧ HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /v1/ping?⟦x×1048576⟧ HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1073741824\r\n\r\n",
        "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 1073741824\r\n\r\n",
        "⟦G×1048576⟧",
    ])
    func `what is too long is refused at once, and that is the end`(text: String) async throws {
        try await Serving.run { serving in
            let reply = try await serving.reply(to: unrolled(text))
            #expect(reply.responses == 1)
            #expect((400..<500).contains(reply.status ?? 0))
        }
    }

    @Test(arguments: [
        "", "G", "GET /v1/ping HTTP/1.1\r\nHost: x\r\n",
        "POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + "Content-Length: 100\r\n\r\n{",
        "POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
        "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    ])
    func `whoever does not finish a request is let go`(text: String) async throws {
        try await Serving.run(patience: .milliseconds(50)) { serving in
            let reply = try await serving.reply(to: text)
            #expect(reply.isEmpty || (400..<500).contains(reply.status ?? 0))
            #expect(serving.changes.count == 0)
        }
    }

    @Test func `whoever has been answered and asks no more is let go`() async throws {
        try await Serving.run(patience: .seconds(2)) { serving in
            let reply = try await serving.reply(to: Self.ping)
            #expect(reply.hasSuffix("pong"))
        }
    }

    @Test(arguments: ["GET /v1/ping HTTP/1.1\r\n", "POST /v1/things HTTP/1.1\r\n\r\n"])
    func `whoever drips is let go`(start: String) async throws {
        try await Serving.run(patience: .milliseconds(50)) { serving in
            let client = try serving.client()
            async let end = client.rest()
            await client.send(start)
            // Nothing is taken any more once the other end is closed; otherwise this never ends.
            while client.sendWithoutWaiting([UInt8(ascii: "x")]) == 1 { await Task.yield() }
            let reply = try await end
            #expect(reply.isEmpty || (400..<500).contains(reply.status ?? 0))
            #expect(serving.changes.count == 0)
        }
    }

    static let refused =
        "POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1073741824\r\n\r\n"

    @Test func `whoever is refused while they send can send on until they have read why`()
        async throws
    {
        try await Serving.run(lingering: .seconds(300)) { serving in
            let client = try serving.client()
            await client.send(Self.refused)
            #expect(try await client.rest().status == 413)
            let rest = [UInt8](repeating: 0x20, count: 1000)
            for _ in 0..<10 { #expect(client.sendWithoutWaiting(rest) == rest.count) }
        }
    }

    @Test func `whoever is refused and never ends is let go`() async throws {
        try await Serving.run(lingering: .milliseconds(50)) { serving in
            let client = try serving.client()
            await client.send(Self.refused)
            #expect(try await client.rest().status == 413)
            while client.sendWithoutWaiting([UInt8(ascii: "x")]) == 1 { await Task.yield() }
        }
    }

    @Test func `a hundred idle clients keep nobody from being served`() async throws {
        try await Serving.run { serving in
            let idle = try (0..<100).map { _ in try serving.client() }
            #expect(try await serving.get("/v1/ping").status == 200)
            withExtendedLifetime(idle) {}
        }
    }

    @Test func `of more clients than there is room for, the one that was idle longest goes`()
        async throws
    {
        try await Serving.run(connections: 8) { serving in
            let streaming = try serving.client()
            await streaming.send("GET /v1/events?few HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await streaming.text(until: "id: 3\n")
            let idle = try (0..<100).map { _ in try serving.client() }
            let half = try serving.client()
            await half.send("GET /v1/ping HTTP/1.1\r\n")
            for _ in 0..<20 { #expect(try await serving.get("/v1/ping").status == 200) }
            // The first has been let go, and who is being answered has not.
            #expect(try await idle[0].rest() == "")
            await serving.stop()
            #expect(try await streaming.rest().hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `requests without reading the answers are not taken without end`() async throws {
        try await Serving.run { serving in
            let client = try serving.client()
            let many = Array(String(repeating: Self.ping, count: 200).utf8)
            var taken = 0
            // What is not taken any more is not read by the server; another is served meanwhile.
            var stalls = 0
            while stalls < 20, taken < 64 << 20 {
                let count = client.sendWithoutWaiting(many)
                taken += count
                if count < many.count {
                    stalls += 1
                    #expect(try await serving.get("/v1/ping").status == 200)
                } else {
                    stalls = 0
                }
            }
            #expect(taken < 8 << 20)
        }
    }

    @Test func `requests in one go are answered in order`() async throws {
        try await Serving.run { serving in
            let client = try serving.client()
            await client.send(
                (0..<100).map { "GET /v1/places/\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            for number in 0..<100 {
                #expect(try await client.response().hasSuffix("\r\n\r\n\(number)"))
            }
        }
    }
}
