import API
import HTTPService
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct EventStreamTests {
    private func listener(
        _ serving: Serving, _ target: String = "/v1/events", header: String = ""
    ) async throws -> RawClient {
        let client = try serving.client()
        await client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\(header)\r\n")
        let head = try await client.text(until: "\r\n\r\n")
        #expect(head.status == 200)
        #expect(head.contains("text/event-stream"))
        return client
    }

    @Test func `events arrive as they were written`() async throws {
        try await Serving.run { serving in
            let client = try await listener(serving, header: "Last-Event-ID: 41\r\n")
            let text = try await client.text(until: "\n\n")
            #expect(text.hasSuffix("id: 42\nevent: enter\ndata: {\"n\":42}\n\n"))
            #expect(try await client.text(until: "\n\n").hasPrefix("id: 43\n"))
        }
    }

    @Test func `silence is broken by comments, and no deadline cuts a stream`() async throws {
        try await Serving.run(patience: .seconds(2), heartbeat: .milliseconds(200)) {
            serving in
            let client = try await listener(serving, "/v1/events?few")
            _ = try await client.text(until: "id: 3\nevent: enter\ndata: {\"n\":3}\n\n")
            for _ in 0..<15 { #expect(try await client.text(until: ":\n\n").hasSuffix(":\n\n")) }
        }
    }

    @Test func `a client that goes is noticed at once`() async throws {
        try await Serving.run { serving in
            var client: RawClient? = try await listener(serving, "/v1/events?few")
            _ = try await client?.text(until: "id: 3\nevent: enter\ndata: {\"n\":3}\n\n")
            client = nil
            // The stream would wait for an hour: this never ends if nobody ends it.
            try await eventually(serving.ended.count) { $0 > 0 }
            #expect(try await serving.get("/v1/ping").status == 200)
        }
    }

    @Test func `a stream ends orderly when the daemon stops`() async throws {
        try await Serving.run { serving in
            let client = try await listener(serving, "/v1/events?few")
            _ = try await client.text(until: "id: 3\nevent: enter\ndata: {\"n\":3}\n\n")
            await serving.stop()
            #expect(try await client.rest().hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `whoever does not read disturbs nobody, and is let go when the daemon stops`()
        async throws
    {
        try await Serving.run(farewell: .milliseconds(50)) { serving in
            let unread = try await listener(serving)
            let client = try await listener(serving)
            var bytes = 0
            while bytes < 4 << 20, let more = try await client.bytes() { bytes += more.count }
            #expect(bytes >= 4 << 20)
            await serving.stop()
            #expect(try await unread.rest().contains("id: 1\n"))
        }
    }
}
