import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Turns whatever a handler throws into a response.
package struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    private let program: String
    private let known: @Sendable (any Error) -> Problem?

    /// `program`: its name, for the answer to an error that nobody knows. `known`: the answers to
    /// the errors that its routes throw; `nil` for others.
    package init(
        of program: String, _ known: @escaping @Sendable (any Error) -> Problem? = { _ in nil }
    ) {
        (self.program, self.known) = (program, known)
    }

    package func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // Nobody knows where the next request begins: Hummingbird closes the connection.
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            let response = try problem(of: error, request, context).response()
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    private func problem(
        of error: any Error, _ request: Request, _ context: Context
    ) -> Problem {
        if let problem = known(error) { return problem }
        switch error {
        case let problem as Problem: return problem
        case let error as DecodingError: return Problem(error)
        case is NIOTooManyBytesError: return .bodyTooLarge()
        case let error as HTTPError:
            let words = error.status == .notFound ? "there is nothing at this path" : nil
            var problem = Problem(error.status, error.body ?? words ?? error.status.reasonPhrase)
            problem.headers = error.headers
            return problem
        case let error as any HTTPResponseError:
            return Problem(error.status, error.status.reasonPhrase)
        default:
            context.logger.error(
                "a request failed",
                metadata: [
                    "method": "\(request.method)", "path": "\(request.uri.path)",
                    "error": "\(error)",
                ])
            return Problem(
                .internalServerError, "\(program) cannot answer this: its log says why")
        }
    }
}
