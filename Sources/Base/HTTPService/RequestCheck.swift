import HTTPTypes
package import Hummingbird

/// Refuses requests that no route should see.
package struct RequestCheck<Context: RequestContext>: RouterMiddleware {
    private let limits: HTTPLimits

    package init(_ limits: HTTPLimits) {
        self.limits = limits
    }

    package func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        // Of the header fields, the first Host has become the authority; this finds a second one.
        guard request.head.authority != nil, request.headers[.anotherHost] == nil else {
            var problem = Problem(.badRequest, "Host: is missing or there twice: send one")
            problem.headers[.connection] = "close"
            throw problem
        }
        // The only coding that is read (RFC 9112, 6.1): an empty one is no coding, and where it counts for
        // none, a proxy before us may end the body elsewhere.
        guard
            request.headers[values: .transferEncoding].allSatisfy({ $0.lowercased() == "chunked" })
        else {
            var problem = Problem(
                .badRequest, "Transfer-Encoding: is not chunked: send that, or none")
            problem.headers[.connection] = "close"
            throw problem
        }
        guard request.uri.string.utf8.count <= HTTPLimits.target else {
            var problem = Problem(
                .uriTooLong, "path and query are longer than \(HTTPLimits.target) bytes")
            problem.headers[.connection] = "close"
            throw problem
        }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length > HTTPLimits.body, !limits.isUpload(request.head)
        {
            throw Problem.bodyTooLarge()
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    fileprivate static let anotherHost = HTTPField.Name("Host")!
    fileprivate static let transferEncoding = HTTPField.Name("Transfer-Encoding")!
}

extension Router {
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
