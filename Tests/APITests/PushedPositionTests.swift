import HTTPService
import Notifications
import TestSupport
import Testing

/// Positions that are pushed to devices, over the control socket.
@Suite(.timeLimit(.minutes(10)))
struct PushedPositionTests {
    private struct Device: Decodable {
        var accepted: Int
        var dropped: [String: Int]
    }

    private struct Pushed: Decodable, Equatable {
        var accepted: Int
        var dropped: [String: Int]
        var notices: [Int]
    }

    private static func position(
        _ second: Int = 0, lat: String = "52.3731", more: String = #","accuracy":5"#
    ) -> String {
        #"{"time":"\#(noon(Double(second)))","lat":\#(lat),"lon":4.8926\#(more)}"#
    }

    private static let good = position()

    /// What was taken of device `a` so far, and told.
    private static func taken(_ serving: ServingAPI) async throws -> (Device, notices: Int) {
        (try await serving.get("/v1/devices/a").json(Device.self), serving.notices.latest)
    }

    /// A body with `GOOD` for a position; the field that its problem names.
    private static let malformed = [
        ("{}", "time"), ("[GOOD,{}]", "[1].time"), ("[GOOD,null]", "[1]"), ("[[GOOD]]", "[0]"),
        (#"{"time":"2026-05-01T12:00:00Z","lon":4}"#, "lat"),
        (#"{"time":"2026-05-01T12:00:00Z","lat":52}"#, "lon"),
        (#"{"time":"2026-05-01T12:00:00Z","lat":null,"lon":4}"#, "lat"),
        (#"{"time":"2026-05-01T12:00:00Z","lat":"52","lon":4}"#, "lat"),
        (#"[GOOD,{"time":"2026-05-01T12:00:00Z","lat":91,"lon":4}]"#, "[1].lat"),
        (#"{"time":"2026-05-01T12:00:00Z","lat":-90.001,"lon":4}"#, "lat"),
        (#"{"time":"2026-05-01T12:00:00Z","lat":52,"lon":180.001}"#, "lon"),
        (#"[GOOD,{"time":"2026-05-01T12:00:00Z","lat":NaN,"lon":4}]"#, "[1]"),
        (#"[GOOD,{"time":"2026-05-01T12:00:00Z","lat":1e400,"lon":4}]"#, "[1]"),
        (
            #"[GOOD,{"time":"2026-05-01T12:00:00Z","lat":52,"lon":4,"accuracy":"5 m"}]"#,
            "[1].accuracy"
        ),
        (#"[GOOD,{"time":"2026-05-01T12:00:00Z","lat":52,"lon":4,"speed":[]}]"#, "[1].speed"),
        (#"{"time":1777636800,"lat":52,"lon":4}"#, "time"),
        (#"{"time":"noon","lat":52,"lon":4}"#, "time"),
        (#"{"time":"2026-05-01T25:00:00Z","lat":52,"lon":4}"#, "time"),
        (#"{"time":"2026-02-30T12:00:00Z","lat":52,"lon":4}"#, "time"),
        (#"{"time":"2026-05-01T12:00:00","lat":52,"lon":4}"#, "time"),
        (#"{"time":"2026-05-01","lat":52,"lon":4}"#, "time"),
        (#"{"time":"10000-01-01T00:00:00Z","lat":52,"lon":4}"#, "time"),
        (#"{"time":"2026-05-01T12:00:00Z\u0000","lat":52,"lon":4}"#, "time"),
        (#"{"time":"⟦x×100000⟧","lat":52,"lon":4}"#, "time"),
        (#"{"time":"2026-05-01T12:00:00Z","lat":52,"lat":53,"lon":4}"#, "lat"),
        (#"{"time":"2026-05-01T12:00:00Z","lat":52,"lon":4,"acuracy":5}"#, "acuracy"),
        (#"{"time":"2026-05-01T12:00:00Z","lat":52,"lon":4⟦,"x":1×100000⟧}"#, "x"),
        (#"[⟦GOOD,×9999⟧{"time":"#, "[9999]"),
        (#"[⟦GOOD,×9999⟧{"time":7}]"#, "[9999].time"),
        ("[GOOD", ""), ("[GOOD,]", "[1]"), ("[GOOD GOOD]", "[0]"), ("GOOD GOOD", ""), ("", ""),
        (" \n", ""), ("null", ""), ("7", ""), (#""x""#, ""), ("⟦[×100000⟧", ""),
        (#"{"time":"2026-05-01T12:00:00Z","lat":52,"lon":4,"speed":⟦[×5000⟧⟦]×5000⟧}"#, ""),
        ("\u{FEFF}[{}]", ""),
    ]

    @Test(arguments: malformed)
    func `a malformed batch is one problem that names the member, and nothing is taken`(
        body: String, field: String
    ) async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let good = #"{"time":"2026-05-01T12:00:00Z","lat":1,"lon":2}"#
            let body = unrolled(body.replacing("GOOD", with: good))
            let reply = try await serving.post("/v1/devices/a/positions", body)
            #expect(reply.status == 400, "\(reply.body)")
            #expect(reply.fields.joined(separator: " ") == field, "\(reply.body)")
            #expect(reply.body.utf8.count < 1000)
            let taken = try await Self.taken(serving)
            #expect(taken.0.accepted == 0 && taken.0.dropped.isEmpty && taken.notices == 0)
            #expect(
                try await serving.post("/v1/devices/a/positions", Self.good).json(Pushed.self)
                    == Pushed(accepted: 1, dropped: [:], notices: []))
        }
    }

    /// The body with `GOOD` for a position, its type, the status.
    private static let refused = [
        ("[⟦GOOD,×10000⟧GOOD]", "application/json", 413),
        ("⟦GOOD\n×10001⟧", "application/x-ndjson", 413),
        ("⟦ ×1048576⟧{", "application/json", 413),
        ("⟦ ×1048576⟧\n", "application/x-ndjson", 413),
        ("GOOD", "text/plain", 415), ("GOOD", "application/x-www-form-urlencoded", 415),
        ("GOOD", "application/ndjson-x", 415),
        ("GOOD\nx\n", "application/x-ndjson", 400), ("GOOD\n{}\n", "application/x-ndjson", 400),
        ("GOOD\n[GOOD]\n", "application/x-ndjson", 400),
        ("GOOD\nGOOD GOOD\n", "application/x-ndjson", 400),
    ]

    @Test(arguments: refused)
    func `what is too much, or of another type, is refused whole`(
        body: String, type: String, status: Int
    ) async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let good = #"{"time":"2026-05-01T12:00:00Z","lat":1,"lon":2}"#
            let reply = try await serving.post(
                "/v1/devices/a/positions", unrolled(body.replacing("GOOD", with: good)),
                type: type)
            #expect(reply.status == status, "\(reply.body)")
            if status == 400 { #expect(reply.fields.first?.hasPrefix("[1]") == true) }
            let taken = try await Self.taken(serving)
            #expect(taken.0.accepted == 0 && taken.0.dropped.isEmpty && taken.notices == 0)
            #expect(try await serving.post("/v1/devices/a/positions", Self.good).status == 200)
        }
    }

    @Test(arguments: [
        ("[⟦GOOD,×9999⟧GOOD]", "application/json", 10_000),
        ("\r\n⟦GOOD\r\n\r\n×10000⟧", "application/x-ndjson; charset=utf-8", 10_000),
        ("GOOD", "Application/JSON", 1), ("[]", "application/json", 0),
        ("", "application/x-ndjson", 0),
    ])
    func `as many as may be are taken`(body: String, type: String, count: Int) async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let good = #"{"time":"2026-05-01T12:00:00Z","lat":1,"lon":2,"accuracy":5}"#
            let reply = try await serving.post(
                "/v1/devices/a/positions", unrolled(body.replacing("GOOD", with: good)),
                type: type)
            let pushed = try reply.json(Pushed.self)
            #expect(pushed.accepted == min(count, 1))
            #expect(pushed.dropped["not_later"] ?? 0 == max(0, count - 1))
        }
    }

    @Test(arguments: [
        ("{\"time\":\"\u{FF}", 400), ("[{\"lat\":52\u{0}}]", 400), ("\u{0}", 400),
    ])
    func `bytes that are no text are a problem`(body: String, status: Int) async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            // Latin-1: a byte for each character.
            let bytes = body.unicodeScalars.map { UInt8($0.value) }
            let client = try serving.client()
            await client.send(
                Array(Self.head("a", length: bytes.count, "Connection: close").utf8) + bytes)
            #expect(try await client.rest().status == status)
            #expect(try await serving.post("/v1/devices/a/positions", Self.good).status == 200)
        }
    }

    private static func head(_ id: String, length: Int, _ more: String) -> String {
        """
        POST /v1/devices/\(id)/positions HTTP/1.1\r
        Host: x\r
        Content-Type: application/json\r
        Content-Length: \(length)\r
        \(more)\r
        \r

        """
    }

    @Test(arguments: [0, 1, 40, 4000, 60_000])
    func `of a batch that is cut off, nothing is taken`(sent: Int) async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let positions = (0..<1000).map { Self.position($0 - 1000) }
            let body = "[\(positions.joined(separator: ","))]"
            let client = try serving.client()
            await client.send(
                Self.head("a", length: body.utf8.count, "X: y") + String(body.prefix(sent)))
            client.finishSending()
            let rest = try await client.rest()
            #expect(rest.isEmpty || (400..<500).contains(rest.status ?? 0))
            #expect(try await Self.taken(serving).0.accepted == 0)
            // The client sends it again.
            let again = try await serving.post("/v1/devices/a/positions", body).json(Pushed.self)
            #expect(again.accepted == 1000)
        }
    }

    @Test(arguments: [
        // Of a clock that was never set: it is the first, so nothing speaks against it.
        (#""time":"1970-01-01T00:00:00Z","accuracy":5"#, "accepted"),
        (#""time":"0000-01-01T00:00:00Z","accuracy":5"#, "accepted"),
        (#""time":"2079-05-01T12:00:00Z","accuracy":5"#, "future"),
        (#""time":"9999-12-31T23:59:59.999Z","accuracy":5"#, "future"),
        (#""time":"2026-05-02T13:00:00Z","accuracy":5"#, "future"),
        (#""time":"2026-05-01T12:10:00.001Z","accuracy":5"#, "future"),
        (#""time":"2026-05-01T12:10:00Z","accuracy":5"#, "accepted"),
        (#""time":"2026-05-01T14:00:00+02:00","accuracy":5"#, "accepted"),
        (#""time":"2026-05-01T12:00:00Z""#, "unknown_accuracy"),
        (#""time":"2026-05-01T12:00:00Z","accuracy":null"#, "unknown_accuracy"),
        (#""time":"2026-05-01T12:00:00Z","accuracy":0"#, "unknown_accuracy"),
        (#""time":"2026-05-01T12:00:00Z","accuracy":-1"#, "unknown_accuracy"),
        (#""time":"2026-05-01T12:00:00Z","accuracy":20"#, "accepted"),
        (#""time":"2026-05-01T12:00:00Z","accuracy":20.001"#, "accuracy"),
        (#""time":"2026-05-01T12:00:00Z","accuracy":1e300"#, "accuracy"),
        (#""time":"2026-05-01T12:00:00Z","accuracy":5,"speed":-1,"track":-1"#, "accepted"),
        (#""time":"2026-05-01T12:00:00Z","accuracy":5,"speed":1e300,"track":360"#, "accepted"),
        (#""time":"2026-05-01T12:00:00Z","accuracy":5,"altitude":-430"#, "accepted"),
    ])
    func `what cannot be used is counted by its reason`(
        members: String, outcome: String
    ) async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let body = "{\(members),\"lat\":52.3731,\"lon\":4.8926}"
            let reply = try await serving.post("/v1/devices/a/positions", body)
            #expect(reply.status == 200, "\(reply.body)")
            let pushed = try reply.json(Pushed.self)
            #expect(pushed.accepted == (outcome == "accepted" ? 1 : 0))
            #expect(pushed.dropped == (outcome == "accepted" ? [:] : [outcome: 1]))
            let device = try await serving.get("/v1/devices/a").json(Device.self)
            #expect(device.accepted == pushed.accepted && device.dropped == pushed.dropped)
        }
    }

    @Test func `at 0, 0 nothing is; and a jump is not believed`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let null = #"{"time":"2026-05-01T11:00:00Z","lat":0,"lon":0.0,"accuracy":5}"#
            let body = "[\(null),\(Self.position(0)),\(Self.position(1, lat: "51"))]"
            let pushed = try await serving.post("/v1/devices/a/positions", body).json(Pushed.self)
            #expect(pushed.accepted == 1)
            #expect(pushed.dropped == ["null_island": 1, "jump": 1])
        }
    }

    @Test func `an accuracy limit of its own counts`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", #"{"max_accuracy":100}"#)
            func accepted(_ second: Int, _ accuracy: Int) async throws -> Int {
                try await serving.post(
                    "/v1/devices/a/positions",
                    Self.position(second, more: #","accuracy":\#(accuracy)"#)
                ).json(Pushed.self).accepted
            }
            #expect(try await accepted(0, 100) == 1)
            #expect(try await accepted(1, 101) == 0)
            _ = try await serving.patch("/v1/devices/a", #"{"max_accuracy":150}"#)
            #expect(try await accepted(2, 101) == 1)
            _ = try await serving.patch("/v1/devices/a", #"{"max_accuracy":null}"#)
            #expect(try await accepted(3, 65) == 0)
        }
    }

    // MARK: Devices

    @Test(arguments: [
        "A", ".a", "-a", "_a", "a%2Fb", "a%00", "a%20", "%F0%9F%98%80", "..", "%2E%2E",
        "⟦a×65⟧", "a%0Ab", "ä",
    ])
    func `an id that is none is refused`(id: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            let path = "/v1/devices/\(unrolled(id))"
            for reply in [
                try await serving.put(path, "{}"), try await serving.get(path),
                try await serving.delete(path), try await serving.patch(path, "{}"),
                try await serving.post("\(path)/positions", Self.good),
            ] {
                #expect((400...404).contains(reply.status ?? 0), "\(reply.body)")
                #expect(reply.head.contains("application/problem+json"))
            }
            #expect(try await serving.get("/v1/devices").body.components(of: "\"id\"") == 1)
        }
    }

    @Test(arguments: ["a", "0", "a.b", "a..b", "a-_.", "⟦a×64⟧", "positions", "devices"])
    func `an id may be`(id: String) async throws {
        try await ServingAPI.run { (serving) async throws in
            let path = "/v1/devices/\(unrolled(id))"
            let added = try await serving.put(path, "{}")
            #expect(added.status == 201)
            #expect(added.head.contains("Location: \(path)"))
            #expect(try await serving.put(path, #"{"name":"x"}"#).status == 200)
            #expect(try await serving.get(path).body.contains(#""name":"x""#))
            #expect(try await serving.post("\(path)/positions", Self.good).status == 200)
            #expect(try await serving.delete(path).status == 204)
            for reply in [
                try await serving.get(path), try await serving.delete(path),
                try await serving.patch(path, "{}"), try await serving.get("\(path)/positions"),
                try await serving.post("\(path)/positions", Self.good),
            ] {
                #expect(reply.status == 404)
            }
        }
    }

    @Test func `what a removed device has left is read by whoever asks for that`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let path = "/v1/devices/a/positions"
            #expect(try await !serving.get("\(path)?removed=true").body.contains(#""lat""#))
            _ = try await serving.put("/v1/devices/a", "{}")
            #expect(try await serving.post(path, Self.good).status == 200)
            #expect(try await serving.delete("/v1/devices/a").status == 204)
            #expect(try await serving.get(path).status == 404)
            #expect(try await serving.get("\(path)?removed=true").body.contains(#""lat""#))
            #expect(try await serving.get("\(path)?removed=yes").status == 400)
            #expect(try await serving.delete("/v1/devices/a?history=forget").status == 204)
            #expect(try await !serving.get("\(path)?removed=true").body.contains(#""lat""#))
        }
    }

    @Test(arguments: [
        (#"{"name":""}"#, "name"), (#"{"name":7}"#, "name"), (#"{"name":"⟦x×1001⟧"}"#, "name"),
        (#"{"nme":"x"}"#, "nme"), (#"{"follows":"everyone"}"#, "follows"),
        (#"{"follows":["⟦a×129⟧"]}"#, "follows[0]"), (#"{"follows":["a","B"]}"#, "follows[1]"),
        (#"{"follows":["a",""]}"#, "follows[1]"), (#"{"follows":["a",7]}"#, "follows[1]"),
        (#"{"follows":["a/b","/a"]}"#, "follows[1]"), (#"{"follows":["a b"]}"#, "follows[0]"),
        (#"{"follows":["a"⟦,"b"×1000⟧]}"#, "follows"), (#"{"max_accuracy":0}"#, "max_accuracy"),
        (#"{"max_accuracy":-1}"#, "max_accuracy"), (#"{"max_accuracy":"5"}"#, "max_accuracy"),
        (#"{"max_accuracy":1e400}"#, "max_accuracy"),
        (#"{"max_accuracy":100001}"#, "max_accuracy"), ("[]", ""), ("null", ""), ("", ""),
    ])
    func `a draft that cannot be is one problem that names the member, and changes nothing`(
        draft: String, field: String
    ) async throws {
        try await ServingAPI.run { (serving) async throws in
            let was = #"{"name":"Anna","follows":["group/7","everyone"],"max_accuracy":100}"#
            _ = try await serving.put("/v1/devices/a", was)
            let before = try await serving.get("/v1/devices/a").body
            #expect(before.contains(#""follows":["everyone","group/7"]"#))
            for (path, method) in [("a", "PUT"), ("a", "PATCH"), ("b", "PUT")] {
                let reply = try await serving.call(
                    method, "/v1/devices/\(path)", unrolled(draft))
                #expect(reply.status == 400, "\(reply.body)")
                #expect(reply.fields == (field.isEmpty ? [] : [field]), "\(reply.body)")
            }
            #expect(try await serving.get("/v1/devices/a").body == before)
            #expect(try await serving.get("/v1/devices/b").status == 404)
        }
    }

    @Test func `the daemon's own takes no positions, and stays`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let own = "/v1/devices/\(ServingAPI.own)"
            #expect(try await serving.post("\(own)/positions", Self.good).status == 409)
            #expect(try await serving.delete(own).status == 409)
            #expect(try await serving.put(own, #"{"max_accuracy":50}"#).status == 409)
            #expect(try await serving.get(own).body.contains(#""own":true"#))
        }
    }

    // MARK: Several at once

    @Test func `of two writers of a device, each is answered as if alone`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.put("/v1/devices/a", "{}")
            let answers = try await withThrowingTaskGroup(of: [Pushed].self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        var answers: [Pushed] = []
                        for round in 0..<15 {
                            let body = Self.position(round * 4 + writer)
                            let reply = try await serving.post("/v1/devices/a/positions", body)
                            answers.append(try reply.json(Pushed.self))
                        }
                        return answers
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            let accepted = answers.map(\.accepted).reduce(0, +)
            let late = answers.map { $0.dropped["not_later"] ?? 0 }.reduce(0, +)
            #expect(accepted + late == 60 && accepted >= 15)
            let device = try await Self.taken(serving).0
            #expect(device.accepted == accepted && device.dropped["not_later"] ?? 0 == late)
        }
    }

    @Test func `a device may be deleted while it is written to, and others go on`() async throws {
        try await ServingAPI.run { (serving) async throws in
            for id in ["a", "b"] { _ = try await serving.put("/v1/devices/\(id)", "{}") }
            async let deleting = serving.delete("/v1/devices/a")
            for second in 0..<20 {
                async let one = serving.post("/v1/devices/a/positions", Self.position(second))
                async let other = serving.post("/v1/devices/b/positions", Self.position(second))
                #expect(try await other.json(Pushed.self).accepted == 1)
                let status = try await one.status
                #expect(status == 200 || status == 404)
            }
            #expect(try await deleting.status == 204)
            #expect(try await serving.get("/v1/devices/a").status == 404)
            #expect(try await !serving.get("/v1/devices").body.contains(#""id":"a""#))
            #expect(
                try await serving.post("/v1/devices/a/positions", Self.position(99)).status == 404)
        }
    }

    @Test func `two hundred devices push at once`() async throws {
        try await ServingAPI.run { (serving) async throws in
            // Before it answers, fewer may queue than come here, and no thread is left to answer them.
            #expect(try await serving.get("/v1/devices").status == 200)
            try await withThrowingTaskGroup { group in
                for number in 0..<200 {
                    group.addTask {
                        let path = "/v1/devices/d\(number)"
                        #expect(try await serving.put(path, "{}").status == 201)
                        let reply = try await serving.post("\(path)/positions", Self.good)
                        #expect(try reply.json(Pushed.self).accepted == 1)
                    }
                }
                try await group.waitForAll()
            }
            let list = try await serving.get("/v1/devices").body
            #expect(list.components(of: #""accepted":1,"#) == 200)
        }
    }
}

extension String {
    /// How often `text` is in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
