import FoundationEssentials
import HTTPService
import Posix
import TestSupport
import Testing

@testable import API
@testable import Places

/// Places that are sent to the control socket.
@Suite(.timeLimit(.minutes(10)))
struct ImportTests {
    private static let path = "/v1/places/imports?name=cafes-2026.csv"

    private static func cafes(_ count: Int) -> String {
        (["id,name,category,lat,lon"] + (1...count).map { "\($0),Café \($0),amenity=cafe,1,1" })
            .joined(separator: "\n") + "\n"
    }

    /// What the last line of an answer says.
    private struct LastLine: Decodable {
        var read: Int?
        var added: Int?
        var removed: Int?
        var sources: [String]?
        var status: Int?
        var detail: String?

        init(_ reply: HTTPReply) throws {
            let text = reply.body.split(separator: "\r\n").filter { $0.hasPrefix("{") }
            let last = try #require(text.last)
            self = try JSONDecoder().decode(Self.self, from: Data(last.utf8))
        }
    }

    private func count(_ serving: ServingAPI) async throws -> Int {
        try await serving.places.with { try $0.placeCount() }
    }

    private func leftovers(_ serving: ServingAPI) -> [String] {
        names(inDirectory: serving.database.directory).filter {
            $0.hasPrefix("places.sqlite-import")
        }
    }

    @Test func `a file of any size is imported, and the answer says how far it is`() async throws {
        try await ServingAPI.run { serving in
            let rows = 50_000
            let text = Self.cafes(rows)
            #expect(text.utf8.count > HTTPLimits.body)
            let reply = try await serving.post(Self.path, text)
            #expect(reply.status == 202)
            #expect(reply.head.contains("application/x-ndjson"))
            #expect(
                reply.body.contains(
                    #"{"progress":{"places":50000,"bytes_read":\#(text.utf8.count),"#
                        + #""bytes":\#(text.utf8.count),"indexing":true}}"#))
            let last = try LastLine(reply)
            #expect(last.read == rows && last.added == rows && last.sources == ["cafes"])
            #expect(try await count(serving) == rows + 3)
        }
    }

    @Test func `of several files all are imported, or none`() async throws {
        try await ServingAPI.run { serving in
            let gpx = #"<gpx version="1.1"><wpt lat="1" lon="2"><name>A</name></wpt></gpx>"#
            let (one, two) = (Self.cafes(20), gpx)
            let query = "name=a.csv&name=b.gpx&size=\(one.utf8.count)&size=\(two.utf8.count)"
            let reply = try await serving.post("/v1/places/imports?\(query)", one + two)
            #expect(try LastLine(reply).added == 21)
            #expect(try LastLine(reply).sources == ["a", "b"])
            let bad = try await serving.post(
                "/v1/places/imports?name=a.csv&name=b.gpx&size=\(one.utf8.count)&size=5",
                one + "<gpx>")
            #expect(try LastLine(bad).status == 400)
            #expect(try await count(serving) == 24)
            let short = try await serving.post(
                "/v1/places/imports?name=a.csv&name=b.gpx&size=\(one.utf8.count)&size=500",
                one + two)
            #expect(
                try LastLine(short).detail
                    == "b.gpx: has fewer bytes than its size says: send it again")
        }
    }

    @Test(
        arguments: [
            ("", "cafes-2026.csv: is empty: is it the right file?"),
            ("hello", "cafes-2026.csv:1: no column is called latitude: name one so in the first "),
            (
                "\0\0\0",
                "cafes-2026.csv: is none of .osm.pbf, GeoJSON, GPX, CSV as far as can be told"
            ),
            ("name,lat,lon\n", "cafes-2026.csv: has no places: nothing is changed"),
            ("name,lat,lon\na,95,1\n", "cafes-2026.csv: none of 1 places can be used: nothing is "),
            ("name,lat,lon\na,\"1,2\n", "cafes-2026.csv:2: the text in quotes that starts here"),
            (#"{"type":"Feature""#, "cafes-2026.csv:1: what starts here does not end"),
            ("<gpx><wpt", "cafes-2026.csv:1: "),
        ])
    func `what cannot be used is a problem in the last line, and changes nothing`(
        body: String, detail: String
    ) async throws {
        try await ServingAPI.run { serving in
            let reply = try await serving.post(Self.path, body)
            #expect(reply.status == 202)
            let last = try LastLine(reply)
            #expect(last.status == 400)
            #expect(last.detail?.hasPrefix(detail) == true, "\(last.detail ?? "")")
            #expect(try await count(serving) == 3)
            #expect(leftovers(serving) == ["places.sqlite-imported-1"])
        }
    }

    @Test(
        arguments: [
            ("", "name: is missing: say what the file is called"),
            ("?name=", "name: is empty: give it a text"),
            ("?name=a%00b", "name: has a NUL in it: leave it out"),
            ("?name=a&name=b", "size: give one for each of the 2 names, in their order"),
            ("?name=a&size=-1", "size: '-1' is not a number of bytes"),
            ("?name=a&size=x", "size: 'x' is not a number of bytes"),
            (
                "?name=a&source=a/b",
                "source: 'a/b' cannot name a source: use a word without a slash"
            ),
            ("?name=a&source=own", "source: 'own' is the source of the places that are added one "),
            ("?name=a&sorce=b", "sorce: is not known here: did you mean source?"),
        ])
    func `a query that makes no sense is refused before anything is read`(
        query: String, detail: String
    ) async throws {
        try await ServingAPI.run { serving in
            let reply = try await serving.post("/v1/places/imports\(query)", Self.cafes(3))
            #expect(reply.status == 400)
            #expect(reply.body.contains(detail), "\(reply.body)")
        }
    }

    /// A client that has sent the beginning of an import, and is told that it goes on.
    private func begun(_ serving: ServingAPI) async throws -> RawClient {
        let client = try serving.client()
        await client.send(Self.beginning)
        #expect(try await client.text(until: "\r\n\r\n").status == 202)
        return client
    }

    /// A request, and the first part of its body.
    private static let beginning =
        "POST \(path) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        + chunk(cafes(5000))

    private static func chunk(_ text: String) -> String {
        String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n"
    }

    @Test func `while one import goes on, another is refused, and all else is done`() async throws {
        try await ServingAPI.run { serving in
            let first = try await begun(serving)
            let second = try await serving.post(Self.path, Self.cafes(3))
            #expect(second.status == 409)
            #expect(
                second.body.contains("another import is under way: try again when it has ended"))
            #expect(
                try await serving.post("/v1/favourites", #"{"text":"Starbucks"}"#).status == 201)
            #expect(try await serving.get("/v1/places?text=OBA").body.contains("way/3"))
            await first.send(Self.chunk("x,Last,amenity=cafe,1,1\n") + "0\r\n\r\n")
            #expect(try await first.rest().contains(#""added":5001"#))
            #expect(try await count(serving) == 5004)
        }
    }

    @Test func `a client that goes half-way changes nothing, and the next may come`() async throws {
        try await ServingAPI.run { serving in
            var client: RawClient? = try await begun(serving)
            #expect(leftovers(serving).count == 3)
            client = nil
            _ = client
            try await eventually(leftovers(serving)) { $0.count <= 1 }
            #expect(leftovers(serving) == ["places.sqlite-imported-1"])
            #expect(try await count(serving) == 3)
            #expect(try LastLine(try await serving.post(Self.path, Self.cafes(2))).added == 2)
        }
    }

    @Test func `a client that falls silent does not hold the import for ever`() async throws {
        var limits = ServingAPI.patient
        limits.uploadPatience = .milliseconds(100)
        try await ServingAPI.run(limits: limits) { serving in
            let client = try serving.client()
            await client.send(Self.beginning)
            // Until the daemon closes.
            _ = try await client.rest()
            try await eventually(leftovers(serving)) { $0.count <= 1 }
            #expect(try await count(serving) == 3)
        }
    }

    @Test func `the regions are looked up again at the first fix after an import`() async throws {
        try await ServingAPI.run { serving in
            await serving.move(north: 0, at: noon())
            let pubs = #"{"category":"amenity=pub"}"#
            #expect(try await serving.post("/v1/favourites", pubs).status == 201)
            let table = "id,name,category,lat,lon\n1,De Pub,amenity=pub,52.3731,4.8926\n"
            _ = try await serving.post("/v1/places/imports?name=pubs.csv", table)
            await serving.move(north: 1, at: noon(1))
            #expect(try await serving.get("/v1/regions").body.contains("favourite/pubs/1"))
        }
    }
}
