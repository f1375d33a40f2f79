import HTTPService
import Notifications
import TestSupport
import Testing

@testable import API
@testable import Geofencing

/// Why something was told, or was not, over the control socket.
@Suite(.timeLimit(.minutes(10)))
struct ExplainTests {
    /// Starbucks is a favourite, which the device comes to from the north.
    private func serve(_ body: (ServingAPI) async throws -> Void) async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.post("/v1/favourites", #"{"text":"Starbucks"}"#)
            for (i, north) in [600.0, 400, 220, 196, 50].enumerated() {
                await serving.move(north: north, at: noon(Double(i) * 10))
            }
            try await told(1, serving)
            try await body(serving)
        }
    }

    @Test(arguments: [
        "sequence=1", "region=favourite/osm/node/1", "region=osm/node/1", "region=Starbucks%20Dam",
        "region=starbucks", "region=starbucks&time=2026-05-01T12:00:20Z",
    ])
    func `a notice is explained by its number, its region and its time`(
        query: String
    ) async throws {
        try await serve { serving in
            let reply = try await serving.get("/v1/explain?\(query)")
            #expect(reply.status == 200)
            let explanation = try reply.json(Explained.self)
            #expect(explanation.region.id == "favourite/osm/node/1")
            #expect(explanation.log == "abc")
            #expect(explanation.transitions == ["enter"])
            let moment = try #require(explanation.moments.first)
            #expect(explanation.moments.count == 1)
            #expect(moment.sequence == 1)
            // Surely inside only at the last.
            #expect(moment.decisive == 4)
            #expect(
                moment.fixes.map(\.reason) == ["outside", "outside", "outside", "unsure", nil])
            #expect(moment.fixes[4].transitions?.map(\.rule) == ["accurate"])
            #expect(abs(moment.fixes[4].distance - 50) < 1)
        }
    }

    @Test func `where nothing is told, the nearest fix says why`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.post("/v1/favourites", #"{"text":"Starbucks"}"#)
            for (i, north) in [600.0, 230, 400].enumerated() {
                await serving.move(north: north, at: noon(Double(i) * 100))
            }
            let explanation = try await serving.get("/v1/explain?region=starbucks")
                .json(Explained.self)
            let moment = try #require(explanation.moments.first)
            #expect(moment.sequence == nil)
            #expect(moment.decisive == 1)
            #expect(moment.fixes.map(\.reason) == ["outside", "outside", "outside"])
        }
    }

    @Test(arguments: [
        ("", 400, "region: is missing: send it, or sequence"),
        ("sequence=1&region=x", 400, "sequence: means nothing with region: send one of them"),
        ("sequence=0", 400, "sequence: '0' is not a number from 1"),
        ("sequence=x", 400, "sequence: 'x' is not a number from 1"),
        (
            "sequence=1&time=2026-05-01T12:00:00Z", 400,
            "time: means nothing with sequence: leave it out"
        ),
        ("sequence=2", 404, "sequence: there is no notice 2: they are from 1 to 1"),
        (
            "sequence=9223372036854775807", 404,
            "sequence: there is no notice 9223372036854775807: they are from 1 to 1"
        ),
        ("region=", 400, "region: is empty: send an id or a name"),
        (
            "region=starbuks", 404,
            "region: 'starbuks': there is no region of that id or name on the way: did you mean "
                + "Starbucks Dam?"
        ),
        (
            "region=x", 404,
            "region: 'x': there is no region of that id or name on the way: name one that the "
                + "device came near to"
        ),
        (
            "region=starbucks&time=now", 400,
            "time: 'now' is not a time, as in 2026-05-01T12:00:00Z"
        ),
        (
            "region=starbucks&time=2026-05-01T11:59:59Z", 404,
            "time: 2026-05-01T11:59:59.000Z is too long ago: fixes are kept in memory, since "
                + "2026-05-01T12:00:00.000Z"
        ),
    ])
    func `what cannot be explained says why not`(
        query: String, status: Int, detail: String
    ) async throws {
        try await serve { serving in
            let reply = try await serving.get("/v1/explain?\(query)")
            #expect(reply.status == status)
            #expect(try reply.json(Refused.self).detail == detail)
        }
    }

    @Test func `a name that several have is not enough`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.post("/v1/favourites", #"{"category":"amenity=cafe"}"#)
            await serving.move(north: 600, at: noon())
            let reply = try await serving.get("/v1/explain?region=d")
            #expect(reply.status == 409)
            #expect(
                try reply.json(Refused.self).detail
                    == "region: 'd': 2 regions are called so: name one by its id: "
                    + "favourite/osm/node/1 (Starbucks Dam), favourite/osm/node/2 (Café de Flore)")
        }
    }

    @Test func `without a fix there is nothing to explain`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let reply = try await serving.get("/v1/explain?region=starbucks")
            #expect(reply.status == 404)
            #expect(
                try reply.json(Refused.self).detail
                    == "no fix has come since the daemon was started")
        }
    }

    @Test func `a notice of longer ago says what it has itself`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let region = Region(
                id: "deal/9", kind: "deal", name: "Cake",
                center: Coordinate(latitude: 52, longitude: 4))
            let fix = Fix(time: noon(-3600), coordinate: region.center)
            let enter = Transition(
                kind: .enter, region: region, time: fix.time, fix: fix, distance: 61.3,
                rule: .accurate)
            try await serving.notices.append(
                [enter], TrackerState(memory: [], inside: [], resumePoint: nil))
            await serving.move(north: 0, at: noon())
            let reply = try await serving.get("/v1/explain?sequence=1")
            #expect(reply.status == 404)
            #expect(
                try reply.json(Refused.self).detail
                    == "sequence: notice 1 told enter of 'Cake' at 2026-05-01T11:00:00.000Z, 61 m "
                    + "from the centre, by the rule accurate, and fixes are kept since "
                    + "2026-05-01T12:00:00.000Z only: what decided is in the notice itself")
        }
    }

    @Test func `a notice of a region that was removed since is explained by what it had`()
        async throws
    {
        try await serve { serving in
            #expect(try await serving.delete("/v1/favourites/1").status == 204)
            await serving.move(north: 51, at: noon(50))
            let reply = try await serving.get("/v1/explain?sequence=1")
            #expect(try reply.json(Explained.self).moments.map(\.sequence) == [1])
            #expect(try await serving.get("/v1/explain?region=starbucks").status == 404)
        }
    }

    @Test func `a region that came or went while the device was in it is explained by that`()
        async throws
    {
        try await ServingAPI.run(reporting: [.enter, .exit]) { (serving) async throws in
            for i in 0..<3 { await serving.move(north: 50, at: noon(Double(i) * 10)) }
            _ = try await serving.post("/v1/favourites", #"{"text":"Starbucks"}"#)
            await serving.move(north: 51, at: noon(30))
            try await told(1, serving)
            for query in ["sequence=1", "region=starbucks", "region=osm/node/1"] {
                let explanation = try await serving.get("/v1/explain?\(query)").json(
                    Explained.self)
                #expect(explanation.moments.map(\.sequence) == [1])
                let moment = try #require(explanation.moments.first)
                #expect(moment.fixes.map(\.reason) == ["outside", "outside", "outside", nil])
                #expect(moment.fixes[3].transitions?.map(\.rule) == ["initial"])
                #expect(moment.fixes[3].transitions?.map(\.cause) == ["added"])
            }
            #expect(try await serving.delete("/v1/favourites/1").status == 204)
            await serving.move(north: 50, at: noon(40))
            try await told(2, serving)
            for number in 1...2 {
                let explanation = try await serving.get("/v1/explain?sequence=\(number)").json(
                    Explained.self)
                #expect(explanation.moments.map(\.sequence) == [number])
            }
        }
    }

    /// Notices are written down beside what answers requests.
    private func told(_ count: Int, _ serving: ServingAPI) async throws {
        try await eventually(try await serving.get("/v1/notifications").body) {
            $0.contains(#""latest":\#(count)"#)
        }
    }

    @Test func `a notice that would not be told now says so`() async throws {
        try await serve { serving in
            #expect(try await serving.patch("/v1/favourites/1", #"{"radius":30}"#).status == 200)
            let reply = try await serving.get("/v1/explain?sequence=1")
            #expect(reply.status == 409)
            #expect(
                try reply.json(Refused.self).detail.hasSuffix(
                    "by the rule accurate, but would not be told by the regions and settings of "
                        + "now: they have changed since"))
        }
    }

    private struct Refused: Decodable { var detail: String }

    private struct Explained: Decodable {
        struct Region: Decodable { var id: String }
        struct Moment: Decodable {
            var sequence: Int?
            var decisive: Int
            var fixes: [Fix]
        }
        struct Fix: Decodable {
            var distance: Double
            var reason: String?
            var transitions: [Event]?
        }
        struct Event: Decodable {
            var rule: String
            var cause: String?
        }
        var region: Region
        var log: String?
        var transitions: [String]
        var moments: [Moment]
    }
}
