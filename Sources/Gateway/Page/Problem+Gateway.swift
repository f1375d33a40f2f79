import APIClient
import Community
import HTTPService
import HTTPTypes
import Messages
import Routing

/// What errors of the parts of the gateway are to whoever asks.
extension Problem {
    /// `nil` for errors that routes of the gateway do not throw.
    init?(ofGateway error: any Error) {
        switch error {
        case let error as CommunityError: self.init(error)
        case let error as MessageError: self.init(error)
        case let error as BaseMapError: self.init(error)
        case let error as UploadError: self.init(error)
        case let error as RoutingError: self.init(error)
        case let error as APIError: self.init(error)
        default: return nil
        }
    }

    private init(_ error: CommunityError) {
        switch error {
        case .notFound: self = .nothingHere
        case .gone(let words): self.init(.gone, words)
        case .conflict(let words): self.init(.conflict, words)
        case .forbidden(let words): self.init(.forbidden, words)
        case .signedOut: self.init(.unauthorized, "\(error)")
        case .invalid(let field, let words): self.init(field: field, words)
        case .tooMany(let seconds):
            self.init(.tooManyRequests, "too many: try again in \(seconds) s")
            headers[.retryAfter] = "\(seconds)"
        }
    }

    private init(_ error: MessageError) {
        switch error {
        case .notFound: self = .nothingHere
        case .invalid(let field, let words): self.init(field: field, words)
        case .tooManyMutes: self.init(.conflict, "\(error)")
        }
    }

    /// With their phrases, which a number alone does not have.
    private static let refusals: [HTTPResponse.Status] = [
        .badRequest, .forbidden, .notFound, .conflict, .gone, .contentTooLarge,
        .unprocessableContent, .serviceUnavailable,
    ]

    /// What the daemon has refused, as it says it; that it is away.
    private init(_ error: APIError) {
        guard case .refused(let refusal) = error else {
            self = .away
            return
        }
        self.init(
            Self.refusals.first { $0.code == refusal.status } ?? .init(code: refusal.status),
            refusal.detail,
            errors: refusal.errors.map { .init($0.field, $0.detail) })
        code = refusal.code
        candidates = refusal.candidates.map { .init($0.value, name: $0.name) }
        if refusal.status == 503 { headers[.retryAfter] = "5" }
    }
}

extension Problem {
    static var away: Problem {
        var problem = Problem(
            .serviceUnavailable, "geofenced does not answer: try again in a moment")
        problem.headers[.retryAfter] = "5"
        return problem
    }
}
