import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Posix
import Synchronization

@testable import Page

/// A daemon that has two devices, a favourite and a deal, and notes what it is asked.
final class DaemonDouble: Sendable {
    let socket: SocketPath
    private let asked = Mutex<[String]>([])

    init(_ path: String) throws {
        socket = try SocketPath(path)
    }

    /// As in `DELETE /v1/devices/mias-phone?history=forget`.
    var requests: [String] { asked.withLock { $0 } }

    /// Serves while `body` runs.
    func run<Result>(_ body: () async throws -> Result) async throws -> Result {
        let router = Router(context: PageContext.self)
        for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
            router.on("**", method: method) { [self] request, _ in
                asked.withLock { $0.append("\(request.method) \(request.uri)") }
                return answer(request)
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

    private func answer(_ request: Request) -> Response {
        if request.method == .delete { return Response(status: .noContent) }
        return Response.json(text: Self.answers[request.uri.path] ?? "{}")
    }

    private static let answers = [
        "/v1/devices": """
        {"devices": [{"id": "pi", "own": true, "name": null, "follows": ["everyone"]},
          {"id": "mias-phone", "own": false, "name": "Mia's phone", "follows": []}]}
        """,
        "/v1/favourites":
            #"{"favourites": [{"id": 1, "audience": "person/mia", "nearest": {"distance": 7}}]}"#,
        "/v1/favourites/1": #"{"id": 1, "audience": "person/mia"}"#,
        "/v1/deals":
            #"{"deals": [{"id": 1, "audience": "everyone", "distance": 7}, {"id": 2, "audience": "person/mia"}]}"#,
        "/v1/deals/1": #"{"id": 1, "audience": "everyone", "distance": 7}"#,
        "/v1/places/osm/node/1": #"{"id": "osm/node/1", "distance": 7, "bearing": 11}"#,
        "/v1/catalogue": #"{"brands": [{"name": "A", "nearest": {"distance": 7}}]}"#,
        "/v1/deals/2": #"{"id": 2, "audience": "person/mia"}"#,
    ]
}
