import HTTPTypes
package import Hummingbird

extension Router<ControlContext> {
    /// A router that answers errors with problems, and refuses what no route should see.
    package static func control() -> Router<ControlContext> {
        let router = Router(context: ControlContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: RequestCheck())
        return router
    }

    /// Answers 405 to the methods that have no route at a path, at every path; to be called when
    /// all routes are known.
    func refuseOtherMethods() {
        let routes = Dictionary(grouping: routes, by: \.path.description)
        for (_, routes) in routes {
            var allowed = Set(routes.map(\.method))
            if allowed.contains(.get) { allowed.insert(.head) }
            let list = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            for method in Self.methods.subtracting(allowed) {
                on(routes[0].path, method: method) { _, _ -> Response in
                    var problem = Problem(
                        .methodNotAllowed, "\(method) is not possible here: use one of \(list)")
                    problem.headers[.allow] = list
                    throw problem
                }
            }
        }
    }

    private static var methods: Set<HTTPRequest.Method> {
        [.get, .head, .post, .put, .patch, .delete, .options, .trace, .query]
    }
}

extension HTTPRequest.Method {
    /// GET with a body, as HTTP is to have it.
    fileprivate static let query = Self("QUERY")!
}

extension HTTPField.Name {
    fileprivate static let anotherHost = HTTPField.Name("Host")!
}

/// Refuses requests that no route should see.
private struct RequestCheck: RouterMiddleware {
    typealias Context = ControlContext

    func handle(
        _ request: Request, context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        // A browser sends an Origin along when a page asks something of another host; no other
        // client does.
        guard request.headers[.origin] == nil else {
            throw Problem(.forbidden, "web pages may not use this socket: send no Origin")
        }
        // Of the header fields, the first Host has become the authority; this finds a second one.
        guard request.head.authority != nil, request.headers[.anotherHost] == nil else {
            var problem = Problem(.badRequest, "Host: is missing or there twice: send one")
            problem.headers[.connection] = "close"
            throw problem
        }
        guard request.uri.string.utf8.count <= ControlLimits.target else {
            var problem = Problem(
                .uriTooLong, "path and query are longer than \(ControlLimits.target) bytes")
            problem.headers[.connection] = "close"
            throw problem
        }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length > ControlLimits.body, !request.head.isUpload
        {
            throw Problem.bodyTooLarge
        }
        return try await next(request, context)
    }
}
