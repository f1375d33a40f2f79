import HTTPService
package import Hummingbird
import Interests
import Places
import SQLite

extension Router<ControlContext> {
    /// A router that answers errors with problems, and refuses what no route should see.
    package static func control() -> Router<ControlContext> {
        let router = Router(context: ControlContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: ProblemMiddleware(of: "geofenced", Problem.init(ofControl:)))
        router.add(middleware: OriginCheck())
        router.add(middleware: RequestCheck(.control))
        return router
    }
}

extension Problem {
    /// What is wrong with a field of a body, by its path; an empty one is the whole body.
    init(field path: String, _ words: String) {
        guard !path.isEmpty else {
            self.init(.badRequest, "the body \(words)")
            return
        }
        self.init(.badRequest, "\(path) \(words)", errors: [Field(path, words)])
    }

    /// `nil` for errors that routes of the control socket do not throw.
    init?(ofControl error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as Refusal: self.init(refusal)
        case let refused as RefusedDrafts: self.init(refused)
        case SQLiteError.busy:
            self.init(
                .serviceUnavailable,
                "another program is writing to the database: try again in a moment")
        default: return nil
        }
    }
}

/// A browser sends an Origin along when a page asks something of another host; no other client does.
private struct OriginCheck: RouterMiddleware {
    typealias Context = ControlContext

    func handle(
        _ request: Request, context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.origin] == nil else {
            throw Problem(.forbidden, "web pages may not use this socket: send no Origin")
        }
        return try await next(request, context)
    }
}
