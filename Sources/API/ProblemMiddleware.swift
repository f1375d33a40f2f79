import HTTPTypes
import Hummingbird
import Interests
import Logging
import NIOCore
import NIOHTTP1
import Places
import SQLite

/// Turns whatever a handler throws into a response.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ControlContext

    func handle(
        _ request: Request, context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // Nobody knows where the next request begins: Hummingbird closes the connection.
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            var response = try problem(of: error, request, context).response()
            if request.method == .head { response.body = .init() }
            return response
        }
    }

    private func problem(
        of error: any Error, _ request: Request, _ context: ControlContext
    ) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let refusal as Refusal: return Problem(refusal)
        case let refused as RefusedDrafts: return Problem(refused)
        case SQLiteError.busy:
            return Problem(
                .serviceUnavailable,
                "another program is writing to the database: try again in a moment")
        case let error as DecodingError: return Problem(error)
        case is NIOTooManyBytesError: return .bodyTooLarge
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
                .internalServerError, "geofenced cannot answer this: its log says why")
        }
    }
}

extension Problem {
    static let bodyTooLarge = Problem(
        .contentTooLarge, "the body is larger than \(ControlLimits.body) bytes")
}
