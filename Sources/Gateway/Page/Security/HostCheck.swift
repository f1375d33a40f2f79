import HTTPService
import HTTPTypes
import Hummingbird
import Logging

/// Answers only to the names that the page has: an attacker's name may lead to our address (DNS
/// rebinding), and then a browser takes us for that host.
struct HostCheck: RouterMiddleware {
    typealias Context = PageContext

    private let hosts: Set<String>

    init(_ page: GatewayAPI.Settings) {
        hosts = Set([page.localHost, page.publicHost].compactMap(\.self))
    }

    func handle(
        _ request: Request, context: PageContext,
        next: @concurrent (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        // Who watches over the machine asks its address, and learns nothing, or has a token.
        guard case .address = context.peer, !["/health", "/metrics"].contains(request.uri.path)
        else {
            return try await next(request, context)
        }
        guard let host = request.head.authority?.lowercased(), hosts.contains(host) else {
            throw Problem(
                .misdirectedRequest,
                "this host name is not the page's: open public_url of gateway.toml, or geofencectl page"
            )
        }
        return try await next(request, context)
    }
}

/// Has each network take its share of the room for bodies.
struct SenderOfBodies: RouterMiddleware {
    typealias Context = PageContext

    func handle(
        _ request: Request, context: PageContext,
        next: @concurrent (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        try await BodyRoom.$sender.withValue(context.peer.network) {
            try await next(request, context)
        }
    }
}

/// Refuses what a page of another site has a browser send: its cookie would come along.
struct CrossSiteCheck: RouterMiddleware {
    typealias Context = PageContext

    private let origins: Set<String>

    init(_ page: GatewayAPI.Settings) {
        origins = Set([page.localURL, page.publicURL].compactMap { $0?.lowercased() })
    }

    func handle(
        _ request: Request, context: PageContext,
        next: @concurrent (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        let isOurs = request.headers[.origin].map { origins.contains($0.lowercased()) } ?? true
        // Browsers say so themselves (Fetch Metadata). A link on another site may open the page,
        // but nothing of /api.
        let site = request.headers[.fetchSite]
        let isApart = site == "cross-site" || site == "same-site"
        // The router takes several slashes for one.
        let isOpening =
            request.method == .get
            && request.uri.path.split(separator: "/").first != "api"
        guard isOurs, !isApart || isOpening else {
            context.logger.notice(
                "a page of another site has asked for something",
                metadata: [
                    "method": "\(request.method)", "network": "\(context.peer.network ?? "")",
                ])
            throw Problem(.forbidden, "a page of another site may not ask this")
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    fileprivate static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
}
