import HTTPService
import Notifications
import SQLite
import Testing

@testable import Geofencing

/// The notices that the control socket tells, at once and as a stream.
@Suite(.timeLimit(.minutes(10)))
struct ControlAPINotificationTests {
    private struct Page: Decodable {
        struct Notice: Decodable { var id: String }
        struct Gap: Decodable { var oldest: Int }
        var log: String
        var latest: Int
        var gap: Gap?
        var notifications: [Notice]
    }

    @Test(arguments: [
        ("?device=test", Array(1...5)), ("?device=anna&device=ben,test&after=3", [4, 5]),
        ("?device=anna", []), ("", Array(1...5)), ("?after=0", Array(1...5)), ("?after=3", [4, 5]),
        ("?after=5", []),
        ("?limit=2", [1, 2]), ("?after=1&limit=3", [2, 3, 4]),
    ])
    func `notices come in pages`(query: String, numbers: [Int]) async throws {
        try await ServingAPI.run { (serving) async throws in
            try await serving.notices.tell(5)
            let page = try await serving.get("/v1/notifications\(query)").json(Page.self)
            #expect(page.log == "abc")
            #expect(page.latest == 5)
            #expect(page.gap == nil)
            #expect(page.notifications.map(\.id) == numbers.map(Self.id))
        }
    }

    @Test func `a page has at most a thousand`() async throws {
        try await ServingAPI.run { (serving) async throws in
            try await serving.notices.tell(1100)
            let page = try await serving.get("/v1/notifications").json(Page.self)
            #expect(page.notifications.count == 1000)
            let rest = try await serving.get("/v1/notifications?after=1000").json(Page.self)
            #expect(rest.notifications.count == 100)
        }
    }

    @Test(arguments: [
        "after=6", "after=-1", "after=x", "after=1.5", "after=99999999999999999999", "after=",
        "limit=0", "limit=1001", "limit=-1", "limit=x", "device=", "device=Anna",
        "forgotten=", "forgotten=1",
    ])
    func `a place that is none is refused, never taken for the beginning`(
        query: String
    ) async throws {
        try await ServingAPI.run { (serving) async throws in
            try await serving.notices.tell(5)
            #expect(try await serving.get("/v1/notifications?\(query)").status == 400)
            guard query.hasPrefix("after") else { return }
            let stream = "Accept: text/event-stream"
            #expect(try await serving.get("/v1/notifications?\(query)", stream).status == 400)
        }
    }

    @Test func `what is no longer kept is a gap`() async throws {
        try await ServingAPI.run { (serving) async throws in
            try await serving.notices.tell(900)
            try await serving.notices.tell(900)
            let oldest = serving.notices.oldest
            #expect(oldest > 1)
            let page = try await serving.get("/v1/notifications?after=1&limit=1").json(Page.self)
            #expect(page.gap?.oldest == oldest)
            #expect(page.notifications.map(\.id) == [Self.id(oldest)])
            let start = try await serving.stream(["Last-Event-ID: abc-1"])
            #expect(start.contains("event: gap\ndata: {\"oldest\":\(oldest)}\n\n"))
        }
    }

    @Test func `a stream begins now, after a number, or where the client was`() async throws {
        try await ServingAPI.run { (serving) async throws in
            try await serving.notices.tell(5)
            let client = try serving.client()
            await client.send(Self.request([]))
            _ = try await client.text(until: "\r\n\r\n")
            try await serving.notices.tell(1)
            let first = try await client.event()
            #expect(first.contains("id: \(Self.id(6))\nevent: geofence.enter\ndata: {"))

            let after = try await serving.stream([], query: "?after=3")
            #expect(after.contains("id: \(Self.id(4))\n"))
            let resumed = try await serving.stream(["Last-Event-ID: abc-4"])
            #expect(resumed.contains("id: \(Self.id(5))\n"))
            let other = try await serving.stream(["Last-Event-ID: x-y-99"])
            #expect(other.contains("event: gap\ndata: {\"oldest\":1}\n"))
        }
    }

    @Test func `what is forgotten is in no page, and in a stream only for who asks`() async throws {
        try await ServingAPI.run { (serving) async throws in
            try await serving.notices.tell(3)
            try await serving.notices.forget(serving.notices.device)
            try await serving.notices.tell(1)
            let page = try await serving.get("/v1/notifications").json(Page.self)
            #expect(page.notifications.map(\.id) == [Self.id(4)])
            #expect(try await !serving.get("/v1/history").body.contains(Self.id(3)))
            let passing = try await serving.stream([], query: "?after=0")
            #expect(passing.contains("id: \(Self.id(4))\n"))
            let knowing = try await serving.stream([], query: "?after=0&forgotten=true")
            #expect(
                knowing.contains(
                    "id: \(Self.id(3))\nevent: forgotten\ndata: {\"forgotten\":[1,3]}\n\n"))
        }
    }

    @Test func `a stream of one device passes over the others, and the client keeps its place`()
        async throws
    {
        try await ServingAPI.run { (serving) async throws in
            try await serving.notices.tell(600)
            let other = try serving.client()
            await other.send(Self.request([], query: "?after=0&device=anna"))
            _ = try await other.text(until: "\r\n\r\n")
            #expect(try await other.event().contains("id: \(Self.id(256))\n\n"))
            #expect(try await other.event().contains("id: \(Self.id(512))\n\n"))
            let own = try await serving.stream([], query: "?after=0&device=anna,test")
            #expect(own.contains("id: \(Self.id(1))\nevent: geofence.enter\ndata: {"))
        }
    }

    @Test(arguments: [
        "abc", "abc-", "-3", "abc-x", "abc-1.5", "abc-99999999999999999999", "abc-٣",
        "abc-6", "5",
    ])
    func `a Last-Event-ID that is none is refused`(id: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            try await serving.notices.tell(5)
            let reply = try await serving.get(
                "/v1/notifications", "Accept: text/event-stream", "Last-Event-ID: \(id)")
            #expect(reply.status == 400)
        }
    }

    @Test(arguments: [
        ("", [1, 2, 3]), ("?after=1", [2, 3]), ("?limit=2", [1, 2]), ("?last=1", [3]),
        ("?kinds=deal,x&transitions=enter", [1, 2, 3]), ("?transitions=exit", []),
        ("?device=test", [1, 2, 3]), ("?device=anna", []), ("?device=anna,test&last=2", [2, 3]),
        ("?device=test&since=2026-05-01T12:00:00Z&kinds=deal&limit=1", [1]),
        ("?since=2026-05-01T12:00:00Z", [1, 2, 3]), ("?until=2026-05-01T12:00:00Z", []),
    ])
    func `the past is told as it was asked for`(query: String, numbers: [Int]) async throws {
        struct Past: Decodable { var notifications: [Page.Notice] }
        try await ServingAPI.run { (serving) async throws in
            try await serving.notices.tell(3)
            let past = try await serving.get("/v1/history\(query)").json(Past.self)
            #expect(past.notifications.map(\.id) == numbers.map(Self.id))
            let separator = query.isEmpty ? "?" : "&"
            let lines = try await serving.get("/v1/history\(query)\(separator)format=ndjson")
            #expect(lines.head.contains("application/x-ndjson"))
            #expect(lines.body.split(separator: "\n").count == numbers.count)
        }
    }

    @Test(arguments: [
        "since=noon", "until=", "transitions=leave", "transitions=", "after=-1", "limit=0",
        "limit=1001", "last=0", "last=x", "last=1&limit=1", "format=xml",
        "device=", "device=Anna", "device=a%2Fb", "device=test,", "devices=test",
    ])
    func `a question about the past that makes no sense is refused`(query: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            #expect(try await serving.get("/v1/history?\(query)").status == 400)
        }
    }

    @Test func `the status says what waits to be written, and why`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let path = "\(serving.database.dropLast("places.sqlite".count))notifications.sqlite"
            let other = try Connection(path: path, mode: .readWrite)
            try other.execute("BEGIN IMMEDIATE")
            try await serving.notices.tell(2)
            let body = try await serving.get("/v1/status").body
            #expect(body.contains(#""latest":0,"waiting":2,"problem":"\#(path): another"#))
            try other.execute("COMMIT")
        }
    }

    private static func id(_ number: Int) -> String { LogID("abc").eventID(number) }

    fileprivate static func request(_ headers: [String], query: String = "") -> String {
        let lines = [
            "GET /v1/notifications\(query) HTTP/1.1", "Host: x", "Accept: text/event-stream",
        ]
        return (lines + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }
}

extension ServingAPI {
    /// The first event of a stream.
    fileprivate func stream(_ headers: [String], query: String = "") async throws -> String {
        let client = try client()
        await client.send(ControlAPINotificationTests.request(headers, query: query))
        _ = try await client.text(until: "\r\n\r\n")
        return try await client.event()
    }
}

extension RawClient {
    /// The next event of a stream, however often it says before that it is still there.
    fileprivate func event() async throws -> String {
        while case let text = try await text(until: "\n\n"), !text.isEmpty {
            if !text.hasSuffix(":\n\n") { return text }
        }
        throw Silence()
    }
}

extension NotificationLog {
    /// So many enters into a deal, at one go.
    func tell(_ count: Int) async throws {
        let dam = Coordinate(latitude: 52.3731, longitude: 4.8926)
        let fix = Fix(time: noon(), coordinate: dam)
        let enter = Transition(
            kind: .enter, region: Region(id: "deal/1", kind: "deal", name: "2 for 1", center: dam),
            time: fix.time, fix: fix, distance: 0, rule: .accurate, cause: nil, stay: nil)
        try await append(
            Array(repeating: enter, count: count),
            TrackerState(memory: [], inside: [], resumePoint: nil))
    }
}
