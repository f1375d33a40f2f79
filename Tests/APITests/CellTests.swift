import Geofencing
import HTTPService
import Posix
import TestSupport
import Testing

@testable import API
@testable import Places

/// Cells of places that are sent to the control socket.
@Suite(.timeLimit(.minutes(10)))
struct CellTests {
    private static let path = "/v1/places/cells/pubs/1047_97"

    private static func collection(_ count: Int) -> String {
        let features = (0..<count).map {
            #"{"type":"Feature","id":\#($0),"properties":{"name":"Pub \#($0)","amenity":"pub"},"#
                + #""geometry":{"type":"Point","coordinates":[4.8926,52.3731]}}"#
        }
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ",\n"))]}"#
    }

    private func count(_ serving: ServingAPI) async throws -> Int {
        try await serving.places.with { try $0.placeCount() }
    }

    @Test func `a cell is replaced, and regions are looked up again if that changes any`()
        async throws
    {
        try await ServingAPI.run { serving in
            await serving.move(north: 0, at: noon())
            let pubs = #"{"category":"amenity=pub"}"#
            #expect(try await serving.post("/v1/favourites", pubs).status == 201)
            let reply = try await serving.put(Self.path, Self.collection(2))
            #expect(reply.status == 200)
            #expect(
                reply.body.hasPrefix(
                    #"{"read":2,"added":2,"changed":0,"removed":0,"unchanged":0,"skipped":0,"#
                        + #""reasons":[],"sources":["pubs"],"seconds":"#))
            await serving.move(north: 1, at: noon(1))
            #expect(try await serving.get("/v1/regions").body.contains("favourite/pubs/1"))
            // The tracker has also seen by itself that the files have changed.
            for second in 2...3 { await serving.move(north: 1, at: noon(Double(second))) }
            let lookups = await serving.tracker.observer.lookUps
            #expect(
                try await serving.put(Self.path, Self.collection(2)).body
                    .contains(#""unchanged":2"#))
            await serving.move(north: 2, at: noon(4))
            #expect(await serving.tracker.observer.lookUps == lookups)
            #expect(
                try await serving.put(Self.path, Self.collection(0)).body
                    .contains(#""removed":2"#))
            await serving.move(north: 3, at: noon(5))
            #expect(
                try await serving.get("/v1/regions").body.contains("favourite/pubs/1") == false)
            #expect(try await count(serving) == 3)
        }
    }

    @Test func `a body of more than a megabyte is read as it comes`() async throws {
        try await ServingAPI.run { serving in
            let text = Self.collection(25_000)
            #expect(text.utf8.count > HTTPLimits.body)
            let large = try await serving.put(Self.path, text)
            #expect(large.body.contains(#""added":25000"#))
            let found = try await count(serving)
            #expect(found == 25_003)
            let small = try await serving.put(Self.path, Self.collection(1))
            #expect(small.body.contains(#""removed":24999"#))
        }
    }

    @Test(
        arguments: [
            (
                "/v1/places/cells/own/1047_97",
                "source: 'own' is the source of the places that are ", []
            ),
            ("/v1/places/cells/a%2Fb/1047_97", "source: 'a/b' cannot name a source: ", []),
            ("/v1/places/cells/pubs/52.3,4.8", "cell: '52.3,4.8' is not a cell: write ", ["cell"]),
            (
                "/v1/places/cells/pubs/1047_98", "features[0]: 'Pub 0' (pubs/0) is at 52.3731, ",
                ["features[0]"]
            ),
            ("/v1/places/cells/pubs/1047_97?x=1", "x: is not known here: leave it out", ["x"]),
        ] as [(String, String, [String])])
    func `what cannot be is refused by name`(
        path: String, detail: String, fields: [String]
    ) async throws {
        try await ServingAPI.run { serving in
            let reply = try await serving.put(path, Self.collection(2))
            #expect(reply.status == 400)
            #expect(reply.body.contains(#""detail":"\#(detail)"#), "\(reply.body)")
            #expect(reply.fields == fields)
            #expect(try await count(serving) == 3)
        }
    }

    @Test func `a body that is cut off or too large changes nothing`() async throws {
        try await ServingAPI.run { serving in
            let text = Self.collection(5000)
            for (length, sent) in [(text.utf8.count, 300_000), (HTTPLimits.upload + 1, 300_000)] {
                let client = try serving.client()
                await client.send(
                    "PUT \(Self.path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n")
                await client.send(Array(text.utf8.prefix(sent)))
                client.finishSending()
                #expect(try await client.rest().status != 200)
            }
            let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
            let client = try serving.client()
            await client.send(
                "PUT \(Self.path) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0...HTTPLimits.upload / 0x10000 { await client.send(chunk) }
            await client.send("0\r\n\r\n")
            let reply = try await client.text(until: "changed")
            #expect(reply.status == 413)
            #expect(reply.contains("the body is larger than 64 MiB: nothing is changed"))
            #expect(try await count(serving) == 3)
            #expect(
                names(inDirectory: serving.database.directory)
                    .filter { $0.hasPrefix("places.sqlite-import") } == ["places.sqlite-imported-1"]
            )
        }
    }

    @Test func `while an import goes on, a cell is told to wait`() async throws {
        try await ServingAPI.run { serving in
            let client = try serving.client()
            await client.send(
                "POST /v1/places/imports?name=a.csv HTTP/1.1\r\nHost: x\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n11\r\nname,lat,lon\na,1,\r\n")
            #expect(try await client.text(until: "\r\n\r\n").status == 202)
            let reply = try await serving.put(Self.path, Self.collection(1))
            #expect(reply.status == 409)
            #expect(reply.head.contains("Retry-After: 1"))
        }
    }

    @Test func `a source may be called cells`() async throws {
        try await ServingAPI.run { serving in
            let table = "id,name,lat,lon\nnode/1,X,1,1\n"
            _ = try await serving.post("/v1/places/imports?name=a.csv&source=cells", table)
            #expect(try await serving.get("/v1/places/cells/node/1").body.contains(#""name":"X""#))
        }
    }
}
