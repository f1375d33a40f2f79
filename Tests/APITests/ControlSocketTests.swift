import API
import Glibc
import HTTPService
import Posix
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ControlSocketTests {
    static let ping = "GET /v1/ping HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func `a request is answered`() async throws {
        try await Serving.run { serving in
            let reply = try await serving.get("/v1/ping")
            #expect(reply.status == 200)
            #expect(reply.hasSuffix("\r\n\r\npong"))
        }
    }

    @Test func `a connection may be used again`() async throws {
        try await Serving.run { serving in
            let client = try serving.client()
            for _ in 0..<3 {
                await client.send(Self.ping)
                #expect(try await client.response().hasSuffix("\r\n\r\npong"))
            }
        }
    }

    @Test func `whoever says no more still gets the answer`() async throws {
        try await Serving.run { serving in
            for _ in 0..<50 {
                let client = try serving.client()
                _ = client.sendWithoutWaiting(Array(Self.ping.utf8))
                client.finishSending()
                #expect(try await client.rest().hasSuffix("\r\n\r\npong"))
            }
        }
    }

    @Test func `whoever comes just when the daemon stops ends nothing else`() async throws {
        for _ in 0..<20 {
            try await Serving.run { serving in
                let clients = try (0..<20).map { _ in try serving.client() }
                for client in clients { _ = client.sendWithoutWaiting(Array(Self.ping.utf8)) }
                await serving.stop()
                for client in clients {
                    let reply = try await client.rest()
                    #expect(reply.isEmpty || reply.hasSuffix("\r\n\r\npong"))
                }
            }
        }
    }

    @Test func `a handler knows who asks, whatever the headers say`() async throws {
        try await Serving.run { serving in
            let reply = try await serving.reply(
                to: "GET /v1/account HTTP/1.1\r\nHost: x\r\nX-Uid: 4711\r\nuid: 4711\r\n"
                    + "Connection: close\r\n\r\n")
            #expect(reply.hasSuffix("\r\n\r\n\(getuid())"))
        }
    }

    @Test(arguments: [
        ("osm/node/123", "osm/node/123"), ("osm%2Fnode%2F123", "osm/node/123"),
        ("a%20b%C3%A9", "a bé"), ("a//b", "a//b"), ("..%2f..", "../.."), ("a?b", "a"),
    ])
    func `an id may have slashes`(path: String, id: String) async throws {
        try await Serving.run { (serving) async throws in
            #expect(try await serving.get("/v1/places/\(path)").hasSuffix("\r\n\r\n\(id)"))
        }
    }

    @Test func `one segment of a path is decoded too`() async throws {
        try await Serving.run { (serving) async throws in
            #expect(try await serving.get("/v1/deals/a%2Fb").hasSuffix("\r\n\r\na/b"))
            #expect(try await serving.get("/v1/deals/%ff").status == 400)
            #expect(try await serving.get("/v1/deals/a/b").status == 404)
        }
    }

    @Test func `HEAD has no body, errors neither`() async throws {
        try await Serving.run { serving in
            for path in ["ping", "nothing", "problem", "broken"] {
                let reply = try await serving.reply(
                    to: "HEAD /v1/\(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                #expect(reply.status != nil)
                #expect(reply.hasSuffix("\r\n\r\n"))
                // All else is as with GET, also the length.
                let got = try await serving.get("/v1/\(path)")
                #expect(got.hasPrefix(reply) && got.utf8.count > reply.utf8.count, "\(path)")
            }
        }
    }

    @Test func `a large response arrives whole, even if the daemon stops`() async throws {
        try await Serving.run { serving in
            let client = try serving.client()
            await client.send("GET /v1/large HTTP/1.1\r\nHost: x\r\n\r\n")
            let head = try await client.text(until: "\r\n\r\n")
            #expect(head.contains("ength: \(8 << 20)\r\n"))
            await serving.stop()
            #expect(try await client.rest().utf8.count == 8 << 20)
        }
    }

    @Test func `an open request may finish when the daemon stops, an idle client is let go`()
        async throws
    {
        try await Serving.run { serving in
            let busy = try serving.client()
            let idle = try serving.client()
            await idle.send(Self.ping)
            #expect(try await idle.response().status == 200)
            await busy.send("GET /v1/slow HTTP/1.1\r\nHost: x\r\n\r\n")
            try await eventually(serving.changes.count) { $0 == 1 }
            await serving.stop()
            #expect(try await idle.rest() == "")
            serving.gate.continuation.finish()
            #expect(try await busy.rest().hasSuffix("slow"))
        }
    }

    @Test func `a request that never finishes does not keep the daemon from stopping`()
        async throws
    {
        try await Serving.run(farewell: .milliseconds(50)) { serving in
            let stuck = try serving.client()
            await stuck.send("GET /v1/stuck HTTP/1.1\r\nHost: x\r\n\r\n")
            let unread = try serving.client()
            await unread.send("GET /v1/large HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await unread.text(until: "\r\n\r\n").status == 200)
            await serving.stop()
            #expect(try await stuck.rest() == "")
        }
    }
}
