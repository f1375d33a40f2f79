import API
import Glibc
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Posix
import ServiceLifecycle
import Synchronization
import TestSupport

/// The control socket with routes to try it out, while a test uses it.
struct Serving: Sendable {
    let path: SocketPath
    /// Requests that have reached a handler that changes something.
    let changes = Counter()
    /// Event streams that have ended, whyever.
    let ended = Counter()
    /// What `/v1/slow` waits for.
    let gate = AsyncStream.makeStream(of: Void.self)
    private let group: ServiceGroup

    /// Serves while `body` runs.
    static func run(
        patience: Duration = .seconds(300), lingering: Duration = .milliseconds(50),
        farewell: Duration = .seconds(300), heartbeat: Duration = .seconds(300),
        connections: Int? = nil,
        _ body: (Serving) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        var limits = HTTPLimits.control
        limits.patience = patience
        limits.lingering = lingering
        limits.farewell = farewell
        if let connections { limits.connections = connections }
        let serving = try Serving(
            SocketPath(folder.file("control")), limits: limits, heartbeat: heartbeat)
        async let running: Void = serving.group.run()
        do {
            try await body(serving)
        } catch {
            await serving.stop()
            try await running
            throw error
        }
        await serving.stop()
        try await running
    }

    private init(_ path: SocketPath, limits: HTTPLimits, heartbeat: Duration) throws {
        self.path = path
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let socket = ControlSocket(
            Self.router(changes, ended, gate.stream, heartbeat: heartbeat),
            descriptor: try path.listen(),
            limits: limits, log: log)
        group = ServiceGroup(
            configuration: .init(services: [.init(service: Running(socket: socket))], logger: log))
    }

    func stop() async {
        await group.triggerGracefulShutdown()
    }

    func client() throws -> RawClient {
        try RawClient(path)
    }

    /// All that is said to a client that sends just this.
    func reply(to request: String) async throws -> String {
        let client = try client()
        await client.send(request)
        return try await client.rest()
    }

    /// A request whose response ends the connection.
    func get(_ path: String) async throws -> String {
        try await reply(to: "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }

    func post(
        _ body: String, type: String? = "application/json", to path: String = "/v1/things"
    ) async throws -> String {
        let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
        return try await reply(
            to: "POST \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(type)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    struct Thing: Decodable {
        struct At: Decodable {
            var lat: Double
        }
        var name: String
        var count: Int?
        var weight: Double?
        var tags: [String]?
        var at: At?
        var open: Bool?
    }

    struct Broken: Error {}

    private static func router(
        _ changes: Counter, _ ended: Counter, _ gate: AsyncStream<Void>, heartbeat: Duration
    ) -> Router<ControlContext> {
        let router = Router<ControlContext>.control()
        router.get("/v1/ping") { _, _ in "pong" }
        router.get("/v1/account") { _, context in "\(context.account.uid)" }
        router.post("/v1/things") { request, _ in
            let thing: Thing = try await request.json()
            changes.add()
            return thing.name
        }
        router.get("/v1/places/**") { _, context in try context.rest() }
        router.get("/v1/deals/:id") { _, context in try context.parameter("id") }
        router.get("/v1/query") { request, _ in request.uri.queryParameters["q"].map(String.init) }
        router.get("/v1/problem") { _, _ -> String in
            throw Problem(
                .conflict, "the deal has ended",
                errors: [.init("until", "is before from\u{1b}"), .init("deal", "ended")])
        }
        router.get("/v1/broken") { _, _ -> String in throw Broken() }
        router.get("/v1/large") { _, _ in ByteBuffer(repeating: 0x20, count: 8 << 20) }
        router.get("/v1/slow") { _, _ in
            changes.add()
            for await _ in gate {}
            return "slow"
        }
        router.get("/v1/stuck") { _, _ in
            try await Task.sleep(for: .seconds(3600))
            return "stuck"
        }
        router.get("/v1/events") { request, _ in
            let after = request.headers[HTTPField.Name("Last-Event-ID")!].flatMap { Int($0) } ?? 0
            // Ten a page, for ever; or three, and then silence.
            let last = request.uri.query == "few" ? 3 : Int.max
            return EventStream(from: after, heartbeat: heartbeat) { cursor, bytes in
                if cursor >= last {
                    do {
                        try await Task.sleep(for: .seconds(3600))
                    } catch {
                        ended.add()
                        throw error
                    }
                }
                let end = min(cursor + 10, last)
                for n in cursor + 1...end {
                    bytes.writeString("id: \(n)\nevent: enter\ndata: {\"n\":\(n)}\n\n")
                }
                cursor = end
                return true
            }
        }
        return router
    }
}

struct Running: Service {
    let socket: ControlSocket

    func run() async throws { try await socket.run() }
}

final class Counter: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock(\.self) }

    func add() { state.withLock { $0 += 1 } }
}
