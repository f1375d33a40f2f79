import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Posix
import Synchronization
import TestSupport
import Testing

@testable import Messages
@testable import Page

/// The stream of what happens, for one person.
struct StreamTests {
    private func world() async throws -> PageWorld {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        var world = try await PageWorld(in: folder.path)
        world.folder = folder
        return world
    }

    @Test func `what changes is named, for those who may know of it`() async throws {
        let world = try await world()
        try await world.listen(["mia", "ada", "otto"]) { streams in
            let (mia, ada, otto) = (streams[0], streams[1], streams[2])
            world.api.changes.note([.favourites, .deals])
            for stream in streams { try await stream.hear(#"{"of":["deals","favourites"]}"#) }
            _ = try await world.ask(
                "PATCH", "/api/settings", #"{"quiet": null}"#,
                cookie: try await world.cookie(of: "mia"))
            try await mia.hear(#"{"of":["settings"]}"#)
            await world.api.devices.note(PageWorld.phone(inside: ["deal/1"]))
            world.api.changes.note([.regions], for: .owner(of: "mias-phone"))
            try await mia.hear(#"{"device":"mias-phone","of":["regions"]}"#)
            _ = try await world.community.addGroup(
                .household, name: "Nest", by: .person(PersonID("greta")!))
            for stream in streams { try await stream.hear(#"{"of":["groups"]}"#) }
            _ = try await world.community.addThing(
                [.text: "Milk"], of: GroupID("home")!, by: .person(PersonID("mia")!))
            for stream in [mia, ada] {
                try await stream.hear(#"{"group":"home","of":["items"]}"#)
            }
            // What Otto hears next comes after that.
            try await world.community.setTip(
                of: "osm/node/1", rating: 4, text: "Nice.", by: PersonID("otto")!)
            try await otto.hear(#"{"of":["tips"]}"#)
            #expect(!otto.text.contains("items"))
            for stream in [ada, otto] {
                #expect(!stream.text.contains("settings"))
                #expect(!stream.text.contains("regions"))
                #expect(!stream.text.contains("sessions"))
            }
            // She has signed in once more, above.
            #expect(mia.text.contains(#"{"of":["sessions"]}"#))
        }
    }

    @Test func `where a phone is is told to whoever may see it, until they may not`() async throws {
        let world = try await world()
        try await world.listen(["mia", "ada", "otto"]) { streams in
            let (mia, ada, otto) = (streams[0], streams[1], streams[2])
            await world.api.devices.note(PageWorld.phone(at: 1))
            try await mia.hear(#""lat":1"#)
            let owner = Caller.person(PersonID("mia")!)
            try await world.community.share(
                "mias-phone", with: GroupID("home")!, level: .position, by: owner)
            await world.api.devices.note(PageWorld.phone(at: 2))
            for stream in [mia, ada] { try await stream.hear(#""lat":2"#) }
            #expect(mia.text.contains(#""visibility":"owner""#))
            #expect(ada.text.contains(#""owner":"mia","visibility":"position""#))
            #expect(!ada.text.contains("inside"))
            try await world.community.share(
                "mias-phone", with: GroupID("home")!, level: nil, by: owner)
            await world.api.devices.note(PageWorld.phone(at: 3))
            world.api.changes.note([.places])
            try await mia.hear(#""lat":3"#)
            for stream in streams { try await stream.hear("places") }
            #expect(!ada.text.contains(#""lat":1"#))
            #expect(!ada.text.contains(#""lat":3"#))
            #expect(!otto.text.contains("mias-phone"))
        }
    }

    @Test func `an answer of the daemon that was overtaken changes nothing`() async throws {
        let world = try await world()
        let (daemon, devices) = (world.daemon, world.api.devices)
        try await daemon.run {
            // The stream is faster.
            daemon.interrupt("GET /v1/devices") { await devices.note(PageWorld.phone(at: 1)) }
            try await devices.readAll()
            #expect(await devices.device("mias-phone")?.json == PageWorld.phone(at: 1))
            // Another reading is faster; meanwhile Mia's phone was removed.
            daemon.interrupt("GET /v1/devices") {
                daemon.answer("/v1/devices", #"{"devices": [{"id": "pi", "own": true}]}"#)
                try? await devices.readAll()
            }
            try await devices.readAll()
            #expect(await devices.device("mias-phone") == nil)
            #expect(await devices.own == "pi")
        }
    }

    @Test func `a stream ends with its session`() async throws {
        let world = try await world()
        try await world.listen(["mia"]) { streams in
            try await world.community.endOtherSessions(
                of: PersonID("mia")!, except: nil, by: .machine)
            try await streams[0].hear("end\n")
        }
    }
}

extension PageWorld {
    fileprivate static func phone(at latitude: Int64 = 0, inside: [String] = []) -> AnyJSON {
        .object([
            "id": .string("mias-phone"), "own": .bool(false), "name": .null,
            "fix": .object(["lat": .integer(latitude), "lon": .integer(0)]),
            "inside": .array(inside.map { .string($0) }),
        ])
    }

    /// Opens a stream for each of these people, while `body` runs.
    fileprivate func listen(
        _ people: [String], _ body: ([Stream]) async throws -> Void
    ) async throws {
        // A session that begins later is news to whoever it is of.
        var cookies: [String] = []
        for person in people { cookies.append(try await cookie(of: person) ?? "") }
        let log = Logger(label: "stream") { _ in SwiftLogNoOpLogHandler() }
        let peer = PageSource(peer: .address(IPAddress("192.0.2.1")), logger: log)
        let socket = try SocketPath("\(folder!.path)/page")
        let server = HTTPServer(
            router(for: cookies), descriptor: try socket.listen(), limits: HTTPLimits(), log: log
        ) { $0.eventLoop.makeSucceededFuture(peer) }
        let serving = Task { try? await server.run() }
        defer { serving.cancel() }
        let streams = people.indices.map { Stream(socket, "/\($0)") }
        for stream in streams { try await stream.hear("open") }
        try await body(streams)
    }

    /// The path says by its number whose cookie a request is to have.
    private func router(for cookies: [String]) -> Router<PageContext> {
        let router = Router(context: PageContext.self)
        router.get(":number") { request, context in
            var head = request.head
            head.path = "/api/events"
            head.authority = Self.local
            head.headerFields[.cookie] = cookies[Int(try context.parameter("number"))!]
            return try await respond(to: Request(head: head, body: request.body), context)
        }
        return router
    }
}

/// What a browser hears.
private final class Stream: Sendable {
    private let heard = Mutex("")
    private let count = ChangeCount()
    private let listening: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(_ socket: SocketPath, _ path: String) {
        let task = Task {
            try? await APIClient(at: socket, timeout: .seconds(patience)).listen(path) {
                note("open")
            } _: { event in
                note("\(event.name) \(String(decoding: event.data, as: UTF8.self))")
            }
            note("end")
        }
        listening.withLock { $0 = task }
    }

    deinit { listening.withLock { $0?.cancel() } }

    private func note(_ line: String) {
        heard.withLock { $0 += line + "\n" }
        count.advance()
    }

    var text: String { heard.withLock(\.self) }

    /// Waits until it has said so.
    func hear(_ words: String) async throws {
        var number = -1
        while !text.contains(words) {
            try #require(
                words == "end\n" || !text.contains("end\n"), "the stream has ended: \(text)")
            number = try await count.next(after: number)
        }
    }
}
