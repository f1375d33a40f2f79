import FoundationEssentials
import Geofencing
import Glibc
import HTTPService
import Interests
import Logging
import NIOCore
import Notifications
import Places
import Posix
import ServiceLifecycle
import Synchronization
import TestSupport

@testable import API

/// The control socket as the daemon has it, around Dam in Amsterdam, while a test uses it.
struct ServingAPI: Sendable {
    let tracker: Tracker
    let fleet: Fleet
    let notices: NotificationLog
    let places: PlaceDatabase
    /// Of the places.
    let database: String
    private let path: SocketPath
    /// Of the notification socket.
    let listening: SocketPath
    private let caller = CurrentAccount()
    private let group: ServiceGroup
    private let notifications: NotificationSocket
    private let feed: AsyncStream<Fix>.Continuation

    static let own = DeviceID("test")!

    /// However slow the machine is, clients are.
    static var patient: HTTPLimits {
        var limits = HTTPLimits.control
        limits.patience = .seconds(300)
        return limits
    }

    /// Serves while `body` runs.
    static func run(
        kinds: [any RegionKind.Type] = RegionKinds.all,
        listeners: [any NoticeListener] = NoticeListeners.all, limits: HTTPLimits = patient,
        reporting: Set<Transition.Kind> = [.enter],
        _ body: (ServingAPI) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        let (fixes, feed) = AsyncStream.makeStream(of: Fix.self)
        let serving = try await ServingAPI(folder, kinds, listeners, limits, reporting, feed)
        async let running: Void = serving.group.run()
        async let telling: Void = serving.notifications.run()
        let tracker = serving.tracker
        async let tracking: Void = tracker.run(Feed(fixes))
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(serving))
        } catch {
            result = .failure(error)
        }
        feed.finish()
        await serving.notices.finish()
        await serving.group.triggerGracefulShutdown()
        try await running
        try await telling
        try await tracking
        try result.get()
    }

    private init(
        _ folder: TemporaryFolder, _ kinds: [any RegionKind.Type],
        _ listeners: [any NoticeListener], _ limits: HTTPLimits,
        _ reporting: Set<Transition.Kind>, _ feed: AsyncStream<Fix>.Continuation
    ) async throws {
        self.feed = feed
        path = try SocketPath(folder.file("control"))
        database = folder.file("places.sqlite")
        places = try PlaceDatabase(.file(database), kinds: kinds, patience: .milliseconds(20))
        let file = folder.file("places.csv")
        try Data(Self.somePlaces.utf8).write(to: URL(filePath: file))
        let summary = try PlaceImport(files: [file], source: "osm")
            .run(into: PlaceStore(.file(database), kinds: kinds), finished: noon())
        precondition(summary.added == 3, "\(summary)")
        notices = try NotificationLog(
            in: folder.path, source: "/geofenced/test", device: Self.own,
            settings: .init(durability: .normal, keepCount: 1000), patience: .milliseconds(10),
            newLog: { LogID("abc") },
            now: { noon() }, uptime: { 0 })
        tracker = Tracker(
            regions: PlaceRegions(places, kinds: kinds), journal: notices, reporting: reporting,
            keepsReports: true)
        fleet = Fleet(
            Fleet.Settings(),
            regions: SharedRegions(PlaceRegions(places, kinds: kinds), file: nil),
            journal: notices, now: { noon() }, uptime: { 0 })
        let api = ControlAPI(
            places: places, kinds: kinds, tracker: tracker, fleet: fleet,
            notices: notices, listeners: listeners,
            daemon: .init(version: "1.2.3", started: noon(), source: "nmea:walk"), now: { noon() })
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let socket = ControlSocket(
            api.router(), descriptor: try path.listen(), limits: limits, log: log,
            account: { [caller] in $0.eventLoop.makeSucceededFuture(caller.account) })
        listening = try SocketPath(folder.file("notifications"))
        notifications = NotificationSocket(
            notices, descriptor: try listening.listen(), patience: .seconds(300))
        group = ServiceGroup(
            configuration: .init(services: [.init(service: Running(socket: socket))], logger: log))
    }

    private static let somePlaces = """
        id,name,brand,brand_wikidata,category,lat,lon
        node/1,Starbucks Dam,Starbucks,Q37158,amenity=cafe,52.3731,4.8926
        node/2,Café de Flore,,,amenity=cafe,52.3740,4.8926
        way/3,OBA,,,amenity=library,52.3760,4.9080

        """

    /// Who is on the other end of the connections to come.
    func speak(as uid: UInt32) {
        caller.account = Account(uid: uid)
    }

    /// The device is so many metres north of Dam; returns when the tracker has judged it.
    func move(north: Double, at time: Timestamp) async {
        await at(Coordinate(latitude: 52.3731 + north / 111_260, longitude: 4.8926), time)
    }

    /// As `move`.
    func at(_ coordinate: Coordinate, _ time: Timestamp) async {
        var fix = Fix(time: time, coordinate: coordinate)
        fix.accuracy = 5
        feed.yield(fix)
        while await tracker.device.position?.time != time { await Task.yield() }
    }

    func client() throws -> RawClient { try RawClient(path) }

    func get(_ path: String, _ headers: String...) async throws -> HTTPReply {
        try await call("GET", path, headers: headers)
    }

    func delete(_ path: String) async throws -> HTTPReply { try await call("DELETE", path) }

    func post(
        _ path: String, _ body: String? = nil, type: String = "application/json"
    ) async throws -> HTTPReply {
        try await call("POST", path, body, type: type)
    }

    func put(
        _ path: String, _ body: String, type: String = "application/json"
    ) async throws -> HTTPReply {
        try await call("PUT", path, body, type: type)
    }

    func patch(_ path: String, _ body: String) async throws -> HTTPReply {
        try await call("PATCH", path, body)
    }

    func call(
        _ method: String, _ path: String, _ body: String? = nil, headers: [String] = [],
        type: String = "application/json"
    ) async throws -> HTTPReply {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: x", "Connection: close"] + headers
        if let body {
            lines += ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"]
        }
        let client = try client()
        await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        return HTTPReply(try await client.rest())
    }
}

struct HTTPReply {
    let status: Int?
    let head: String
    let body: String

    init(_ text: String) {
        status = text.status
        let end = text.firstRange(of: "\r\n\r\n")
        head = String(text[..<(end?.lowerBound ?? text.endIndex)])
        body = String(text[(end?.upperBound ?? text.endIndex)...])
    }

    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body.utf8))
    }

    /// The fields that a problem names.
    var fields: [String] {
        struct Problem: Decodable {
            struct Field: Decodable { var field: String }
            var errors: [Field]?
        }
        return (try? json(Problem.self))?.errors?.map(\.field) ?? []
    }
}

/// 2026-05-01T12:00:00Z, and so many seconds.
func noon(_ seconds: Double = 0) -> Timestamp {
    Timestamp(iso8601: "2026-05-01T12:00:00Z")! + seconds
}

private final class CurrentAccount: Sendable {
    private let state = Mutex(Account(uid: 1000))

    var account: Account {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
}

/// Fixes that a test hands out one by one.
private struct Feed: PositionSource {
    let isLive = false
    let tally: [Tally] = []
    private var fixes: AsyncStream<Fix>.Iterator

    init(_ fixes: AsyncStream<Fix>) {
        self.fixes = fixes.makeAsyncIterator()
    }

    mutating func next() async throws -> [Report]? {
        await fixes.next(isolation: nil).map { [.fix($0)] }
    }
}
