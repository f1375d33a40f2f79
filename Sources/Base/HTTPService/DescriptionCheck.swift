import FoundationEssentials
import HTTPTypes
package import Hummingbird
import Posix

/// Compares requests with the description of the routes. It refuses query items that the
/// description does not have, and names the right path where a request has left the version out.
package struct DescriptionCheck<Context: RequestContext>: RouterMiddleware {
    private let paths: Set<String>
    /// The names of query items, by operation, as in `GET /v1/places/{id}`.
    private var names: [String: [String]] = [:]

    /// The path that all others begin with, as in `/v1`.
    private let root: String

    /// `openAPI`: JSON, with the parameters of each operation written out. `root`: the path that
    /// all others begin with; the description itself is at `openapi.json` below it.
    package init(_ openAPI: String, root: String) {
        self.root = root
        guard
            let document = try? JSONDecoder().decode(Document.self, from: Data(openAPI.utf8))
        else { preconditionFailure("the description of the routes is no OpenAPI") }
        paths = Set(document.paths.keys)
        for (path, operations) in document.paths {
            for (method, operation) in operations {
                names["\(method.uppercased()) \(path)"] = operation.queryNames
            }
        }
    }

    package func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let route = context.endpointPath, let known = names(request.method, route) {
            try refuse(request.uri.queryParameters.map { String($0.key) }, besides: known)
        }
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            throw elsewhere(request.uri.path) ?? error
        }
    }

    /// `nil` if the description has no such operation. `route`: as in `/v1/places/**`.
    private func names(_ method: HTTPRequest.Method, _ route: String) -> [String]? {
        let segments = route.split(separator: "/").map { segment in
            segment == "**" ? "{id}" : segment.hasPrefix(":") ? "{\(segment.dropFirst())}" : segment
        }
        let method = method == .head ? .get : method
        return names["\(method) /\(segments.joined(separator: "/"))"]
    }

    private func refuse(_ names: [String], besides known: [String]) throws(Problem) {
        let errors = names.filter { !known.contains($0) }.map { name in
            let remedy =
                name.nearMisses(among: known).first.map { "did you mean \($0)?" }
                ?? (known.isEmpty ? "leave it out" : "use \(known.joined(separator: ", "))")
            return Problem.Field(name.shortened, "is not known here: \(remedy)")
        }
        guard let first = errors.first else { return }
        throw Problem(.badRequest, "\(first.field): \(first.detail)", errors: errors)
    }

    private var description: String { "\(root)/openapi.json" }

    /// The answer to a path that would be one with the version before it; `nil` for other paths.
    private func elsewhere(_ path: String) -> Problem? {
        let isRoot = ["", root].contains(path.hasSuffix("/") ? String(path.dropLast()) : path)
        let meant = isRoot ? description : "\(root)\(path)"
        guard paths.contains(meant) else { return nil }
        var problem = Problem(
            .notFound,
            "there is nothing at this path: \(meant) "
                + (isRoot ? "says what there is" : "is where it is"))
        // RFC 8288; for the description, RFC 8631.
        let relation = meant == description ? "service-desc" : "related"
        problem.headers[.link] = "<\(meant)>; rel=\"\(relation)\""
        return problem
    }
}

extension HTTPField.Name {
    fileprivate static let link = HTTPField.Name("Link")!
}

/// The part of an OpenAPI document that is needed here.
private struct Document: Decodable {
    /// By path, then by method.
    var paths: [String: [String: Operation]]

    struct Operation: Decodable {
        let queryNames: [String]

        private enum Key: CodingKey { case parameters }

        init(from decoder: any Decoder) throws {
            // Beside its methods, a path may have a list of parameters, which is no operation.
            let container = try? decoder.container(keyedBy: Key.self)
            let parameters = try container?.decodeIfPresent([Parameter].self, forKey: .parameters)
            queryNames = (parameters ?? []).filter { $0.in == "query" }.compactMap(\.name)
        }
    }

    /// A parameter that is a reference has neither.
    struct Parameter: Decodable {
        var name: String?
        var `in`: String?
    }
}
