import FoundationEssentials
import Geofencing
import HTTPService
import Interests
import Places
import Posix
import TestSupport
import Testing

@testable import API

/// Watches on the control socket.
@Suite(.timeLimit(.minutes(10)))
struct WatchTests {
    private static let lines = "application/x-ndjson"

    /// Radius 100 m at Dam.
    private static func dam(_ id: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","title":"Dam","at":[52.3731,4.8926],"radius":100\#(more)}"#
    }

    @Test func `a watch is put, shown, changed and removed`() async throws {
        try await ServingAPI.run { serving in
            #expect(try await serving.get("/v1/watches").body == #"{"sets":[]}"#)
            let body = #"{"title":"Milk","target":"starbucks","details":{"n": 1}}"#
            let added = try await serving.put("/v1/watches/errands/milk", body)
            #expect(added.status == 201)
            #expect(added.head.contains("Location: /v1/watches/errands/milk"))
            let told =
                #"{"set":"errands","id":"milk","title":"Milk","target":"starbucks","#
                + #""audience":"everyone","details":{"n": 1}}"#
            #expect(added.body == told)
            #expect(try await serving.get("/v1/watches/errands/milk").body == told)
            // What is shown can be put again.
            let again = try await serving.put("/v1/watches/errands/milk", told)
            #expect(again.status == 200 && again.body == told)
            let moved = try await serving.put(
                "/v1/watches/errands/milk", #"{"title":"Milk","at":"52.3731 4.8926"}"#)
            #expect(moved.status == 200 && moved.body.contains(#""at":[52.3731,4.8926]"#))
            #expect(!moved.body.contains("details"))
            let sets = #"{"sets":[{"set":"errands","watches":1}]}"#
            #expect(try await serving.get("/v1/watches").body == sets)
            #expect(try await serving.delete("/v1/watches/errands/milk").status == 204)
            #expect(
                try await serving.get("/v1/watches/errands").body
                    == #"{"set":"errands","watches":[]}"#)
            #expect(try await serving.delete("/v1/watches/errands").status == 204)
            for path in ["/v1/watches/errands", "/v1/watches/errands/milk"] {
                #expect(try await serving.get(path).status == 404)
                #expect(try await serving.delete(path).status == 404)
            }
        }
    }

    @Test func `a set comes as an array or as lines, and goes out as either`() async throws {
        try await ServingAPI.run { serving in
            let all = (1...2500).map { Self.dam("w\($0)") }
            let array = "[\(all.joined(separator: ","))]"
            let new = try await serving.put("/v1/watches/s", array)
            #expect(new.status == 201 && new.body == #"{"set":"s","watches":2500}"#)
            let lines = try await serving.put(
                "/v1/watches/s", all.joined(separator: "\n"), type: Self.lines)
            #expect(lines.status == 200 && lines.body == new.body)
            struct Listed: Decodable {
                struct Watch: Decodable { var id: String }
                var watches: [Watch]
            }
            let reply = try await serving.get("/v1/watches/s")
            let listed = try JSONDecoder().decode(
                Listed.self, from: Data(reply.body.withoutChunks.utf8))
            #expect(listed.watches.map(\.id) == (1...2500).map { "w\($0)" }.sorted())
            let out = try await serving.get("/v1/watches/s", "Accept: \(Self.lines)")
            #expect(out.head.contains(Self.lines))
            #expect(out.body.withoutChunks.split(separator: "\n").count == 2500)
        }
    }

    @Test(
        arguments: [
            ("[\(dam("a")),\(dam("B"))]", "application/json", 400, ["[1].id"]),
            ("[\(dam("a"))", "application/json", 400, ["[1]"]),
            ("\(dam("a"))\n\(dam("b", #","x":1"#))", lines, 400, ["[1].x"]),
            ("\(dam("a"))\n\(dam("b"))x", lines, 400, ["[2]"]),
            ("", "application/json", 400, ["[0]"]), ("{}", "application/json", 400, ["[0]"]),
            ("\0", lines, 400, ["[0]"]), ("[]", "text/plain", 415, []),
            (
                "[\(dam("a", #","details":"\#(String(repeating: "x", count: 4096))""#))]",
                "application/json", 400, ["[0].details"]
            ),
        ])
    func `what is wrong with a set is said with its index, and nothing has changed`(
        body: String, type: String, status: Int, fields: [String]
    ) async throws {
        try await ServingAPI.run { serving in
            #expect(try await serving.put("/v1/watches/s", "[\(Self.dam("old"))]").status == 201)
            let reply = try await serving.put("/v1/watches/s", body, type: type)
            #expect(reply.status == status && reply.fields == fields)
            #expect(try await serving.get("/v1/watches/s/old").status == 200)
            #expect(
                try await serving.get("/v1/watches").body
                    == #"{"sets":[{"set":"s","watches":1}]}"#)
        }
    }

    /// Which of 200 watches is refused, and whether the client waits for the answer in the middle of its
    /// body.
    @Test(arguments: [0, 1, 100, 198, 199], [false, true])
    func `a refusal is answered wherever it stands in a long set, also to who waits for it`(
        index: Int, isWaiting: Bool
    ) async throws {
        try await ServingAPI.run { serving in
            var watches = (0..<200).map { Self.dam("w\($0)") }
            watches[index] = #"{"id":"w","title":"Shop","target":"no such shop"}"#
            let body = "[\(watches.joined(separator: ","))]"
            // Much more than comes in one piece, and enough for the one that is refused.
            let sent =
                isWaiting
                ? min(body.utf8.count - 1, watches[...index].joined().utf8.count + 2000)
                : body.utf8.count
            let client = try serving.client()
            await client.send(
                "PUT /v1/watches/s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n" + body.prefix(sent))
            let reply = try await client.response()
            #expect(reply.status == 400, "\(reply)")
            #expect(reply.contains("[\(index)].target"), "\(reply)")
            #expect(try await serving.get("/v1/watches").body == #"{"sets":[]}"#)
        }
    }

    @Test(arguments: ["A", "a%2Fb", "..", "a%00", "%20", String(repeating: "a", count: 65)])
    func `what cannot be a name of a set or a watch is refused`(name: String) async throws {
        try await ServingAPI.run { serving in
            for path in ["/v1/watches/\(name)", "/v1/watches/\(name)/a", "/v1/watches/s/\(name)"] {
                let reply = try await serving.put(path, Self.dam("a"))
                #expect(reply.status == 400 || reply.status == 404)
            }
            #expect(try await serving.get("/v1/watches").body == #"{"sets":[]}"#)
        }
    }

    @Test func `a body that is broken off or too large changes nothing`() async throws {
        try await ServingAPI.run { serving in
            #expect(try await serving.put("/v1/watches/s", "[\(Self.dam("old"))]").status == 201)
            for head in ["Content-Length: 100000", "Transfer-Encoding: chunked"] {
                let client = try serving.client()
                let line = Self.dam("new") + "\n"
                let chunk = String(line.utf8.count, radix: 16)
                await client.send(
                    "PUT /v1/watches/s HTTP/1.1\r\nHost: x\r\nContent-Type: \(Self.lines)\r\n"
                        + "\(head)\r\n\r\n"
                        + (head.hasPrefix("C") ? line : "\(chunk)\r\n\(line)\r\n"))
                // Others are answered meanwhile.
                #expect(try await serving.put("/v1/watches/t", "[]").status != 400)
                client.finishSending()
                _ = try? await client.rest()
            }
            let client = try serving.client()
            await client.send(
                "PUT /v1/watches/s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(HTTPLimits.upload + 1)\r\n\r\n")
            #expect(try await client.rest().status == 413)
            #expect(try await serving.get("/v1/watches/s/old").status == 200)
            #expect(try await serving.get("/v1/watches/s/new").status == 404)
        }
    }

    // MARK: Notices

    /// As in `enter watch/s/a`.
    private func told(_ serving: ServingAPI) async throws -> [String] {
        struct Notices: Decodable {
            struct Notice: Decodable {
                var type: String
                var subject: String
            }
            var notifications: [Notice]
        }
        let notices = try await serving.get("/v1/notifications").json(Notices.self).notifications
        return notices.map { "\($0.type.split(separator: ".").last ?? "") \($0.subject)" }
    }

    @Test func `a stay goes on where id and circle are the same, and ends once where not`()
        async throws
    {
        try await ServingAPI.run(reporting: [.enter, .exit]) { serving in
            func replace(_ watches: String...) async throws {
                let body = "[\(watches.joined(separator: ","))]"
                #expect(try await serving.put("/v1/watches/s", body).status ?? 500 < 300)
            }
            try await replace(Self.dam("a"), Self.dam("b"))
            await serving.move(north: 0, at: noon())
            await serving.move(north: 1, at: noon(5))
            #expect(try await told(serving) == ["enter watch/s/a", "enter watch/s/b"])
            // Another title and other details: the same circle.
            try await replace(
                Self.dam("b"), Self.dam("a", #","details":7"#).replacing("Dam", with: "Square"))
            await serving.move(north: 2, at: noon(10))
            #expect(try await told(serving).count == 2)
            try await replace(Self.dam("a"))
            // With one fix regions are looked up, with the next an exit is told.
            await serving.move(north: 3, at: noon(15))
            await serving.move(north: 3, at: noon(16))
            #expect(try await told(serving).dropFirst(2) == ["exit watch/s/b"])
            // Rubbish changes nothing.
            #expect(try await serving.put("/v1/watches/s", "[{}]").status == 400)
            await serving.move(north: 4, at: noon(20))
            await serving.move(north: 4, at: noon(21))
            #expect(try await told(serving).count == 3)
            #expect(try await serving.delete("/v1/watches/s").status == 204)
            await serving.move(north: 5, at: noon(25))
            await serving.move(north: 6, at: noon(30))
            #expect(try await told(serving).dropFirst(3) == ["exit watch/s/a"])
        }
    }

    @Test(
        arguments: [
            #"{"a": 1, "a":2}"#, #""\u0000 \ud83d\ude00""#, "[[[[1.0e0]]]]", "null",
            #""é 😀""#, "{ }",
        ])
    func `details come back byte for byte, and notices tell them`(details: String) async throws {
        try await ServingAPI.run { serving in
            let body = #"{"title":"T","target":"OBA","radius":50,"details":\#(details)}"#
            #expect(try await serving.put("/v1/watches/s/a", body).status == 201)
            let wanted = #""details":\#(details)}"#
            #expect(try await serving.get("/v1/watches/s/a").body.hasSuffix(wanted))
            await serving.at(Coordinate(latitude: 52.3760, longitude: 4.9080), noon())
            // Notices are written down beside what answers requests.
            let notices = try await eventually(try await serving.get("/v1/notifications").body) {
                $0.contains(#""subject""#)
            }
            #expect(
                notices.contains(
                    #""watch":{"set":"s","id":"a","title":"T",\#(wanted),"#
                        + #""place":{"name":"OBA","id":"osm/way/3""#))
            #expect(notices.contains(#""subject":"watch/s/a/osm/way/3""#))
        }
    }
}

extension String {
    /// A body without the sizes of its chunks, whose lines have nothing else on them.
    fileprivate var withoutChunks: String {
        guard first != "{" || hasSuffix("\r\n") else { return self }
        var text = ""
        var rest = self[...]
        while let end = rest.firstRange(of: "\r\n") {
            guard let size = Int(rest[..<end.lowerBound], radix: 16), size > 0 else { break }
            let bytes = rest[end.upperBound...].utf8
            let stop = bytes.index(bytes.startIndex, offsetBy: size)
            text += rest[end.upperBound..<stop]
            rest = rest[stop...].dropFirst()
        }
        return text
    }
}
