import HTTPService
import Hummingbird
import Logging

/// What a request is answered with.
enum Routes {
    static func router() -> Router<GatewayContext> {
        let router = Router(context: GatewayContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: ProblemMiddleware(of: "geofenced-gateway"))
        router.add(middleware: RequestCheck(.gateway))
        router.get("/health") { _, _ in try Response.json(["status": "ok"]) }
        return router
    }
}

/// What the handler of a route knows besides the request.
struct GatewayContext: RequestContext {
    typealias Source = RequestSource

    var coreContext: CoreRequestContextStorage

    init(source: RequestSource) {
        coreContext = .init(source: source)
    }
}

/// What a `GatewayContext` is made of: who asks, and where errors are logged.
struct RequestSource: RequestContextSource {
    let peer: Peer
    let logger: Logger
}
