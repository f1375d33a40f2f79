package import HTTPService
package import Hummingbird
package import Logging
import NIOCore
import Posix

/// Answers HTTP requests on a Unix socket.
package struct ControlSocket: Sendable {
    private let service: HTTPServer<ControlContext>

    /// `router`: begun with `Router.control()`. `descriptor`: a listening Unix socket, which is
    /// closed at the end.
    package init(
        _ router: Router<ControlContext>, descriptor: Int32, limits: HTTPLimits = .control,
        log: Logger
    ) {
        self.init(
            router, descriptor: descriptor, limits: limits, log: log, account: Account.peer(of:))
    }

    /// `account`: finds out who is at the other end of a connection.
    init(
        _ router: Router<ControlContext>, descriptor: Int32, limits: HTTPLimits, log: Logger,
        account: @escaping @Sendable (any Channel) -> EventLoopFuture<Account>
    ) {
        service = HTTPServer(router, descriptor: descriptor, limits: limits, log: log) { channel in
            account(channel).map { ControlSource(account: $0, logger: log) }
        }
    }

    /// Serves until a graceful shutdown; then open requests may finish, within `limits.farewell`.
    package func run() async throws { try await service.run() }
}
