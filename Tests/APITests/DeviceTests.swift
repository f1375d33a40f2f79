import FoundationEssentials
import Geofencing
import Notifications
import SQLite
import Testing

/// What is asked of devices at the control socket, and what it says when it cannot.
@Suite(.timeLimit(.minutes(10)))
struct DeviceTests {
    private static func position(_ second: Int, north: Double = 0) -> String {
        #"{"time":"\#(noon(Double(second)))","lat":\#(52.3731 + north / 111_260),"lon":4.8926,"#
            + #""accuracy":5}"#
    }

    /// So many positions a second apart, that end at noon, each so many metres further north.
    private static func walk(_ count: Int, step: Double) -> String {
        let positions = (0..<count).map { position($0 + 1 - count, north: Double($0) * step) }
        return "[\(positions.joined(separator: ","))]"
    }

    @Test func `while the log cannot be written, 503; sent again, nothing is told twice`()
        async throws
    {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.post(
                "/v1/favourites", #"{"text":"starbucks","audience":"everyone"}"#)
            _ = try await serving.put("/v1/devices/a", "{}")
            let folder = serving.database.dropLast("places.sqlite".count)
            let other = try Connection(
                path: folder + NotificationLog.fileName, mode: .readWrite)
            try other.execute("BEGIN IMMEDIATE")
            let refused = try await serving.post("/v1/devices/a/positions", Self.position(0))
            #expect(refused.status == 503, "\(refused.body)")
            #expect(refused.head.contains("Retry-After: "))
            #expect(serving.notices.latest == 0)
            try other.execute("ROLLBACK")
            var reply = refused
            while reply.status == 503 {
                reply = try await serving.post("/v1/devices/a/positions", Self.position(0))
            }
            #expect(reply.body.contains(#""accepted":1,"dropped":{},"notices":[1]"#))
            let again = try await serving.post("/v1/devices/a/positions", Self.position(0))
            #expect(again.body.contains(#""accepted":0,"dropped":{"not_later":1},"notices":[]"#))
        }
    }

    @Test func `positions are kept thinned, and given back as they can be pushed`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            _ = try await serving.put("/v1/devices/b", "{}")
            _ = try await serving.post("/v1/devices/a/positions", Self.walk(600, step: 1))
            func kept(_ query: String = "") async throws -> [Substring] {
                let reply = try await serving.get("/v1/devices/a/positions\(query)")
                #expect(reply.status == 200)
                return reply.body.plain.split(separator: "\n")
            }
            let all = try await kept()
            #expect((55...61).contains(all.count))
            #expect(all.allSatisfy { $0.hasPrefix(#"{"time":"2026-05-01T1"#) })
            #expect(try await kept("?limit=3") == Array(all.prefix(3)))
            #expect(try await kept("?since=2026-05-01T11:55:00Z").count < all.count)
            #expect(
                try await kept("?since=2026-05-01T11:55:00Z").count
                    + kept("?until=2026-05-01T11:55:00Z").count == all.count)
            #expect(try await kept("?since=2027-01-01T00:00:00Z") == [])
            let pushed = try await serving.post(
                "/v1/devices/b/positions", all.joined(separator: "\n"),
                type: "application/x-ndjson")
            #expect(pushed.body.contains(#""accepted":\#(all.count),"#))
        }
    }

    @Test(arguments: [
        ("since=noon", "since"), ("until=x", "until"), ("limit=0", "limit"), ("limit=-1", "limit"),
        ("limit=1e3", "limit"), ("limt=1", "limt"), ("since=9999-99-99", "since"),
    ])
    func `a wrong query is a problem that names it`(query: String, name: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let reply = try await serving.get("/v1/devices/a/positions?\(query)")
            #expect(reply.status == 400)
            #expect(reply.body.contains(name))
        }
    }

    @Test(arguments: ["x", "", "forgett", "forget "])
    func `what is to be forgotten must be said right`(word: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let word = word.replacing(" ", with: "%20")
            #expect(try await serving.delete("/v1/devices/a?history=\(word)").status == 400)
            #expect(try await serving.get("/v1/devices/a").status == 200)
        }
    }

    @Test func `a device that moves is told to whoever listens, as it is then`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", #"{"name":"Anna"}"#)
            let client = try serving.client()
            await client.send(
                "GET /v1/devices HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n")
            _ = try await client.text(until: "\r\n\r\n")
            _ = try await serving.post("/v1/devices/a/positions", Self.walk(3, step: 1))
            let event = try await client.nextEvent()
            #expect(event.contains("event: device\ndata: {\"id\":\"a\",\"name\":\"Anna\""))
            #expect(event.contains(#""accepted":3"#))
            // What is dropped moves nothing.
            _ = try await serving.post("/v1/devices/a/positions", Self.position(0))
            _ = try await serving.post("/v1/devices/a/positions", Self.position(9))
            #expect(try await client.nextEvent().contains(#""accepted":4"#))
        }
    }

    @Test(arguments: ["own", "device/b", "device/a"])
    func `what is for one device alone cannot be followed`(_ audience: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            let reply = try await serving.put("/v1/devices/a", #"{"follows":["\#(audience)"]}"#)
            #expect(reply.status == 400)
            #expect(reply.fields == ["follows[0]"])
        }
    }

    @Test func `where regions are looked up is told to whoever listens`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let client = try serving.client()
            await client.send("GET /v1/lookups HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client.text(until: "\r\n\r\n")
            _ = try await serving.post("/v1/devices/a/positions", Self.position(0))
            let event = try await client.nextEvent()
            #expect(
                event.contains(
                    #"{"device":"a","center":[52.37310000,4.89260000],"reach":3000"#)
                    || event.contains(#"{"device":"a","center":[52.3731,4.8926],"reach":3000"#),
                "\(event)")
        }
    }
}

struct ChangeTests {
    @Test func `what requests change is told to whoever listens`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let client = try serving.client()
            await client.send("GET /v1/changes HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client.text(until: ":\n\n")
            func expect(_ subject: String) async throws {
                let event = try await client.nextEvent()
                #expect(
                    event.contains("event: change\ndata: {\"of\":[\"\(subject)\"]}\n"), "\(event)")
            }
            _ = try await serving.post("/v1/favourites", #"{"text": "starbucks"}"#)
            try await expect("favourites")
            // It is there already.
            _ = try await serving.post("/v1/favourites", #"{"text": "starbucks"}"#)
            _ = try await serving.post("/v1/favourites", #"{"text": ""}"#)
            _ = try await serving.put("/v1/devices/a", "{}")
            try await expect("devices")
            _ = try await serving.post("/v1/places", #"{"name": "Home", "at": [52.37, 4.89]}"#)
            try await expect("places")
            _ = try await serving.put(
                "/v1/watches/s/w", #"{"title": "W", "at": [52.37, 4.89], "radius": 100}"#)
            try await expect("watches")
            _ = try await serving.delete("/v1/favourites/1")
            try await expect("favourites")
        }
    }
}

extension String {
    /// The body of a reply in chunks without their sizes.
    fileprivate var plain: String {
        split(separator: "\r\n", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined()
    }
}

extension RawClient {
    /// Without the heartbeats before it.
    fileprivate func nextEvent() async throws -> String {
        var event = ""
        while !event.contains("event: ") { event = try await text(until: "\n\n") }
        return event
    }
}
