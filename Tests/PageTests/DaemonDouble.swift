import APIClient
import FoundationEssentials
import Glibc
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Posix
import Synchronization

@testable import Page

/// A daemon that has two devices, a favourite and deals, and notes what it is asked.
final class DaemonDouble: Sendable {
    let socket: SocketPath
    private let asked = Mutex<[(request: String, body: AnyJSON)]>([])
    /// Other answers than usual, by path.
    private let others = Mutex<[String: String]>([:])
    private let refusals = Mutex<[String: Refusal]>([:])
    private let interruptions = Mutex<[String: @Sendable () async -> Void]>([:])

    /// A status of HTTP, and the problem.
    typealias Refusal = (status: Int, text: String)

    init(_ path: String) throws {
        socket = try SocketPath(path)
    }

    /// As in `DELETE /v1/devices/mias-phone?history=forget`.
    var requests: [String] { asked.withLock { $0.map(\.request) } }

    /// What came with that request, each time.
    func bodies(_ request: String) -> [AnyJSON] {
        asked.withLock { $0.filter { $0.request == request }.map(\.body) }
    }

    /// From now on.
    func answer(_ path: String, _ text: String) { others.withLock { $0[path] = text } }

    /// From now on; `nil`: it is done again.
    func refuse(_ request: String, with refusal: Refusal?) {
        refusals.withLock { $0[request] = refusal }
    }

    /// The next time, `body` runs between the question and the answer.
    func interrupt(_ request: String, _ body: @escaping @Sendable () async -> Void) {
        interruptions.withLock { $0[request] = body }
    }

    /// Serves while `body` runs.
    func run<Result>(_ body: () async throws -> Result) async throws -> Result {
        let router = Router(context: PageContext.self)
        for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
            router.on("**", method: method) { [self] request, _ in
                let body = try await request.body.collect(upTo: 1 << 20)
                let read = try? JSONDecoder().decode(
                    AnyJSON.self, from: Data(body.readableBytesView))
                let name = "\(request.method) \(request.uri)"
                asked.withLock { $0.append((name, read ?? .null)) }
                let answer = refusals.withLock { $0[name] }.map(Self.problem) ?? answer(request)
                await interruptions.withLock { $0.removeValue(forKey: name) }?()
                return answer
            }
        }
        let log = Logger(label: "double") { _ in SwiftLogNoOpLogHandler() }
        let server = HTTPServer(
            router, descriptor: try socket.listen(), limits: HTTPLimits(), log: log
        ) { channel in
            channel.eventLoop.makeSucceededFuture(
                PageSource(peer: .account(.root), logger: log))
        }
        let serving = Task { try? await server.run() }
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        // Until then, nobody else can listen there.
        serving.cancel()
        await serving.value
        return try result.get()
    }

    private static func problem(_ refusal: Refusal) -> Response {
        Response.json(
            bytes: refusal.text.utf8, status: .init(code: refusal.status),
            type: "application/problem+json")
    }

    private func answer(_ request: Request) -> Response {
        if request.method == .delete { return Response(status: .noContent) }
        let path = request.uri.path
        let other = others.withLock { $0[path] }
        // It has the devices that it lists, and no others.
        if request.method == .get, other == nil, path.hasPrefix("/v1/devices/"),
            !Self.devices.contains(where: { path.hasPrefix("/v1/devices/\($0)") })
        {
            // Of none, it has no positions.
            let isEmpty = request.uri.queryParameters["removed"] != nil
            return Response(status: isEmpty ? .ok : .notFound)
        }
        return Response.json(text: other ?? Self.answers[path] ?? "{}")
    }

    /// The first deal of the organisation `acme`.
    private static let ofAcme = """
        {"id": 3, "audience": "everyone", "company": "A", "owner": \(geteuid()), \
        "reference": "group/acme/deal/1", "reserved": 1, "reserved_by_me": false, \
        "starts": "2026-05-01T10:00:00.000Z", "ends": "2026-06-01T10:00:00.000Z"}
        """
    private static let devices = ["pi", "mias-phone"]
    private static let answers = [
        "/v1/devices": """
        {"devices": [{"id": "pi", "own": true, "name": null, "follows": ["everyone"]},
          {"id": "mias-phone", "own": false, "name": "Mia's phone", "follows": []}]}
        """,
        "/v1/favourites":
            #"{"favourites": [{"id": 1, "audience": "person/mia", "nearest": {"distance": 7}}]}"#,
        "/v1/favourites/1": #"{"id": 1, "audience": "person/mia"}"#,
        "/v1/deals":
            #"{"deals": [{"id": 1, "audience": "everyone", "distance": 7}, {"id": 2, "audience": "person/mia"}, \#(ofAcme)]}"#,
        "/v1/deals/3": ofAcme,
        "/v1/deals/3/reservations":
            #"{"reserved": 1, "reservations": [{"owner": "person/mia", "time": "2026-05-01T11:00:00.000Z"}]}"#,
        "/v1/deals/1": #"{"id": 1, "audience": "everyone", "distance": 7}"#,
        // Whatever the address is.
        "/v1/places": #"{"places": [], "near": {"lat": 52.4, "lon": 5.5}}"#,
        "/v1/places/osm/node/1": #"{"id": "osm/node/1", "distance": 7, "bearing": 11}"#,
        "/v1/places/osm/node/7":
            #"{"id": "osm/node/7", "name": "Tea House", "lat": 52.5, "lon": 5}"#,
        "/v1/catalogue": #"{"brands": [{"name": "A", "nearest": {"distance": 7}}]}"#,
        "/v1/deals/2": #"{"id": 2, "audience": "person/mia"}"#,
    ]
}
