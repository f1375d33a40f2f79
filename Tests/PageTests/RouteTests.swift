import APIClient
import Community
import Geofencing
import Glibc
import HTTPService
import HTTPTypes
import Posix
import Synchronization
import TestSupport
import Testing

@testable import Page
@testable import Routing

/// Routes of the gateway, along streets that a real Routino has prepared.
struct RouteTests {
    private let folder = TemporaryFolder()
    private let machine = Peer.account(.root)

    /// A gateway that has received the streets.
    private func world() async throws -> PageWorld {
        try await PageWorld.populate(folder.path)
        let world = try await PageWorld(in: folder.path)
        let reply = try await send(try await files(), to: world)
        #expect(reply.status == 200, "\(reply.body)")
        return world
    }

    private func files() async throws -> [[UInt8]] {
        let work = TemporaryFolder()
        return try await Streets().prepared(in: work.path)
    }

    private func send(
        _ files: [[UInt8]], lengths: [Int]? = nil, to world: PageWorld
    ) async throws -> PageWorld.Reply {
        let query = zip(Routino.parts, lengths ?? files.map(\.count)).map { "\($0)=\($1)" }
        return try await world.ask(
            "PUT", "/api/routes?" + query.joined(separator: "&"), bytes: files.flatMap(\.self),
            peer: machine)
    }

    private func route(
        _ world: PageWorld, from: (Double, Double), to: (Double, Double), _ more: String = ""
    ) async throws -> (status: Int, answer: AnyJSON) {
        let ends = [from, to].map { end in
            let (latitude, longitude) = Streets.position(end.0, end.1)
            return "[\(latitude),\(longitude)]"
        }
        let reply = try await world.ask(
            "POST", "/api/route", #"{"from":\#(ends[0]),"to":\#(ends[1])\#(more)}"#,
            cookie: try await world.cookie(of: "mia"))
        #expect(reply.headers[.cacheControl] == "no-store")
        return (reply.status, try AnyJSON(Array(reply.body.utf8)))
    }

    private func texts(_ route: AnyJSON) -> [String] {
        route["steps"]?.elements.compactMap { $0["text"]?.string } ?? []
    }

    @Test func `a car goes along streets and through the roundabout`() async throws {
        let (status, route) = try await route(
            try await world(), from: (10, 5), to: (400, 500), #","by":"car""#)
        #expect(status == 200)
        #expect(
            texts(route) == [
                "Head east on Long Street", "Turn left onto Mill Lane",
                "At the roundabout, take exit 1 onto North Road", "You are there",
            ])
        let metres = try #require(route["distance"]?.number)
        #expect((880...920).contains(metres), "390, 300, 57 and 160 m: \(metres)")
        #expect(route["engine"]?.string == "routino")
        #expect(route["credit"]?.string == "© OpenStreetMap contributors")
        #expect(route["line"]?["type"]?.string == "LineString")
        let first = try #require(route["line"]?["coordinates"]?.elements.first?.elements)
        #expect(abs(first[0].number! - 5) < 0.001 && abs(first[1].number! - 50) < 0.001)
        let steps = route["steps"]?.elements.compactMap { $0["distance"]?.number } ?? []
        #expect(abs(steps.reduce(0, +) - metres) < 5, "the steps are all of the way")
    }

    @Test func `on foot one takes the short cut, and is told so in Dutch`() async throws {
        let (_, route) = try await route(
            try await world(), from: (0, 0), to: (400, 500), #","by":"foot","language":"nl""#)
        #expect(texts(route).first == "Ga naar het noordoosten over het pad")
        #expect(texts(route).last == "Je bent er")
        #expect(try #require(route["distance"]?.number) < 730)
    }

    @Test func `the same place is no way`() async throws {
        let (status, route) = try await route(
            try await world(), from: (200, 3), to: (200, 3))
        #expect(status == 200)
        #expect(route["distance"]?.number == 0)
        #expect(texts(route).isEmpty)
    }

    @Test(arguments: [
        ((0.0, 0.0), (3400.0, 0.0), "no_way", "no way leads there on foot"),
        (
            (0, 0), (200, -700), "no_way_near",
            "the goal is at no way on foot: the nearest is 5"
        ),
        ((200, 20_000), (0, 0), "no_way_near", "the start is at no way on foot, nor near one"),
    ])
    func `an island, a lake and the sea are said`(
        _ from: (Double, Double), _ to: (Double, Double), _ code: String, _ words: String
    ) async throws {
        let (status, problem) = try await route(try await world(), from: from, to: to)
        #expect(status == 422)
        #expect(problem["code"]?.string == code)
        #expect(problem["detail"]?.string?.hasPrefix(words) == true, "\(problem)")
    }

    @Test func `without streets there is none, and it says what to do`() async throws {
        try await PageWorld.populate(folder.path)
        let (status, problem) = try await route(
            try await PageWorld(in: folder.path), from: (0, 0), to: (400, 0))
        #expect(status == 404)
        #expect(problem["code"]?.string == "no_routes")
        #expect(problem["detail"]?.string?.contains("geofencectl places import") == true)
    }

    @Test func `nobody gets a route who has not signed in`() async throws {
        let world = try await world()
        let query = "/api/route?from=50,5&to=50,5.001"
        #expect(try await world.ask("GET", query).status == 401)
        #expect(try await world.ask("PUT", "/api/routes").status == 401)
    }

    @Test func `half of the files changes nothing, nor do more than were to come`() async throws {
        let world = try await world()
        let files = try await files()
        let cut = try await send(files.dropLast(), lengths: files.map(\.count), to: world)
        #expect(cut.status == 400)
        #expect(cut.body.contains("broke off after"))
        let long = try await send(files + [[1]], lengths: files.map(\.count), to: world)
        #expect(long.status == 400)
        let (status, _) = try await route(world, from: (0, 0), to: (400, 0))
        #expect(status == 200)
    }

    @Test func `a gateway that was killed while it replaced them has the ones of before`()
        async throws
    {
        _ = try await world()
        #expect(rename(folder.file("routes"), folder.file("routes.former")) == 0)
        #expect(mkdir(folder.file("routes.part"), 0o700) == 0)
        let routes = RouteFolder(in: folder.path)
        #expect(await routes.prepared() != nil)
        #expect(await routes.engine() != nil)
        #expect(!folder.names.contains { $0.hasPrefix("routes.") })
    }

    @Test func `files that are damaged end the router, and nothing else`() async throws {
        let world = try await world()
        let rubbish = try await send([[1], [2], [3], [4]], to: world)
        #expect(rubbish.status == 200, "only the router knows its files")
        let (status, problem) = try await route(world, from: (0, 0), to: (400, 0))
        #expect(status == 503)
        #expect(problem["detail"]?.string?.hasPrefix("routino finds no route: ") == true)
    }
}

/// Who gets a route when.
struct RouteDeskTests {
    private let question = RouteRequest(
        from: Coordinate(latitude: 50, longitude: 5), to: Coordinate(latitude: 50.1, longitude: 5))
    private let mia = PersonID("mia")!

    /// Answers when it is told to, and counts how many wait for it.
    private final class SlowEngine: RoutingEngine {
        let name: String
        let error: RoutingError?
        let most = Mutex((now: 0, ever: 0))

        init(_ name: String = "slow", error: RoutingError? = nil) {
            (self.name, self.error) = (name, error)
        }

        func route(_ request: RouteRequest) async throws -> Route {
            most.withLock { ($0.now, $0.ever) = ($0.now + 1, max($0.ever, $0.now + 1)) }
            await Task.yield()
            most.withLock { $0.now -= 1 }
            if let error { throw error }
            return Route(
                distance: 10, duration: 8, line: [request.from, request.to], steps: [],
                by: request.by, engine: name, credit: "")
        }
    }

    @Test func `one is looked for at a time, and each person has one a second`() async throws {
        let engine = SlowEngine()
        let waits = Mutex<[Double]>([])
        let desk = RouteDesk(
            uptime: { 100 }, sleep: { seconds in waits.withLock { $0.append(seconds) } },
            engines: { [engine] })
        try await withThrowingTaskGroup { group in
            for person in [mia, PersonID("ada")!] {
                for _ in 0..<6 {
                    group.addTask { _ = try await desk.route(question, for: person) }
                }
            }
            try await group.waitForAll()
        }
        #expect(waits.withLock(\.self).sorted() == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
        #expect(engine.most.withLock(\.ever) == 1)
    }

    @Test func `more than five that wait are refused, and others are not`() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let desk = RouteDesk(
            uptime: { 100 },
            sleep: { _ in for await _ in gate { break } }, engines: { [SlowEngine()] })
        let (question, mia) = (question, mia)
        let waiting = (0..<6).map { _ in Task { try await desk.route(question, for: mia) } }
        while desk.waiting(mia) < 6 { await Task.yield() }
        await #expect(throws: Problem.self) { try await desk.route(question, for: mia) }
        _ = try await desk.route(question, for: PersonID("ada")!)
        open.finish()
        for one in waiting { _ = try await one.value }
        #expect(desk.waiting(mia) == 0)
    }

    @Test func `programs that ask for a thousand are refused most of them at once`() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let desk = RouteDesk(uptime: { 100 }, sleep: { _ in }) {
            for await _ in gate { break }
            return [SlowEngine()]
        }
        let question = question
        let waiting = (0..<50).map { _ in Task { try await desk.route(question, for: nil) } }
        while desk.waiting(nil) < 50 { await Task.yield() }
        await #expect(throws: Problem.self) { try await desk.route(question, for: nil) }
        open.finish()
        for one in waiting { _ = try await one.value }
        #expect(desk.waiting(nil) == 0)
        _ = try await desk.route(question, for: nil)
    }

    @Test func `where one engine does not work the next is asked`() async throws {
        let broken = SlowEngine("broken", error: .failed(engine: "broken", "it is away"))
        func desk(_ engines: [SlowEngine]) -> RouteDesk {
            RouteDesk(uptime: { 0 }, sleep: { _ in }, engines: { engines })
        }
        let route = try await desk([broken, SlowEngine("whole")]).route(question, for: nil)
        #expect(route.engine == "whole")
        await #expect(throws: RoutingError.failed(engine: "broken", "it is away")) {
            try await desk([broken]).route(question, for: nil)
        }
        let answered = SlowEngine("answered", error: .unconnected(.foot))
        await #expect(throws: RoutingError.unconnected(.foot)) {
            try await desk([answered, SlowEngine("whole")]).route(question, for: nil)
        }
    }
}

/// What a Valhalla answers, in its documented form.
struct ValhallaTests {
    private let question = RouteRequest(
        from: Coordinate(latitude: 50, longitude: 5),
        to: Coordinate(latitude: 50.001, longitude: 5),
        by: .bike, language: .dutch)

    private func route(_ status: Int, _ body: String) async throws -> Route {
        try await Valhalla(credit: "© me") { _ in (status, Array(body.utf8)) }.route(question)
    }

    /// From 50, 5 to 50.001, 5.
    private static let trip = #"""
        {"trip":{"legs":[{"shape":"_gwj~A_sdpHo}@?","summary":{"time":24.2,"length":0.111},"maneuvers":[
        {"type":1,"instruction":"Fiets noord.","time":24.2,"length":0.111,"begin_shape_index":0,"street_names":["Weg"]},
        {"type":4,"instruction":"Bestemming bereikt.","time":0,"length":0,"begin_shape_index":1}]}],"status":0}}
        """#

    @Test func `it is asked in its own words`() async throws {
        let asked = Mutex("")
        let valhalla = Valhalla(credit: "") { body in
            asked.withLock { $0 = String(decoding: body, as: UTF8.self) }
            return (200, Array(Self.trip.utf8))
        }
        _ = try await valhalla.route(question)
        let body = try AnyJSON(Array(asked.withLock(\.self).utf8))
        #expect(body["costing"]?.string == "bicycle")
        #expect(body["language"]?.string == "nl-NL")
        #expect(body["locations"]?.elements.first?["lat"]?.number == 50)
    }

    @Test func `its kilometres are metres, and its line is unpacked`() async throws {
        let route = try await route(200, Self.trip)
        #expect(route.distance == 111)
        #expect(route.line.map(\.latitude) == [50, 50.001])
        #expect(route.steps.map(\.text) == ["Fiets noord.", "Bestemming bereikt."])
        #expect(route.steps[0].name == "Weg")
        #expect(route.credit == "© me")
    }

    @Test(arguments: [
        (
            400, #"{"error_code":171,"error":"No suitable edges near location","status_code":400}"#,
            RoutingError.tooFar(.init(isStart: nil, by: .bike))
        ),
        (
            400, #"{"error_code":442,"error":"No path could be found for input"}"#,
            .unconnected(.bike)
        ),
        (
            400, #"{"error_code":154,"error":"Path distance exceeds the max distance limit"}"#,
            .tooMuch(engine: "valhalla")
        ),
        (500, "<html>", .failed(engine: "valhalla", "it answers 500")),
        (200, "<html>", .failed(engine: "valhalla", "its answer is no route of Valhalla")),
        (
            200, #"{"trip":{"legs":[]}}"#,
            .failed(engine: "valhalla", "its answer is no route of Valhalla")
        ),
        (
            200, trip.replacing("_gwj~A_sdpHo}@?", with: "!!"),
            .failed(engine: "valhalla", "its answer is no route of Valhalla")
        ),
        (
            200, trip.replacing(#""length":0.111"#, with: #""length":1e308"#),
            .failed(engine: "valhalla", "its answer is no route of Valhalla")
        ),
        (
            200, trip.replacing(#""begin_shape_index":1"#, with: #""begin_shape_index":9"#),
            .failed(engine: "valhalla", "its answer is no route of Valhalla")
        ),
    ])
    func `what it refuses, and rubbish, is said`(
        _ status: Int, _ body: String, _ error: RoutingError
    ) async throws {
        await #expect(throws: error) { try await route(status, body) }
    }
}
