import HTTPTypes
import Hummingbird

/// What browsers are told with every answer, so that a page does no more than ours needs.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = PageContext

    /// The host to which browsers shall speak TLS alone; `nil`: there is none.
    private let encryptedHost: String?
    private let fields: [(HTTPField.Name, String)]

    init(_ page: GatewayAPI.Settings) {
        encryptedHost = page.isEncrypted ? page.publicHost : nil
        fields = [(.contentSecurityPolicy, Self.policy(page.tiles?.origin))] + Self.others
    }

    func handle(
        _ request: Request, context: PageContext,
        next: @concurrent (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in fields { response.headers[name] = value }
        // Not for what is below the name: that may be another's.
        if let host = encryptedHost, request.head.authority?.lowercased() == host {
            response.headers[.strictTransportSecurity] = "max-age=31536000"
        }
        // What /api says is for one person, and changes.
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    /// `pictures`: the one server elsewhere that pictures may come from.
    private static func policy(_ pictures: String?) -> String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; \
        img-src 'self' data:\(pictures.map { " \($0)" } ?? ""); \
        connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
    }

    private static let others: [(HTTPField.Name, String)] = [
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Referrer-Policy")!, "no-referrer"),
        (HTTPField.Name("X-Frame-Options")!, "DENY"),
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"),
        (
            HTTPField.Name("Permissions-Policy")!,
            "geolocation=(self), camera=(), microphone=(), payment=(), usb=()"
        ),
    ]
}
