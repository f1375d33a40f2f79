import EventLoops
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import Posix
import ServiceLifecycle

/// Answers HTTP requests on a Unix socket.
package struct ControlSocket: Sendable {
    private let responder: RouterResponder<ControlContext>
    private let descriptor: Int32
    private let limits: ControlLimits
    private let log: Logger
    private let account: @Sendable (any Channel) -> EventLoopFuture<Account>

    /// `router`: begun with `Router.control()`. `descriptor`: a listening Unix socket, which is
    /// closed at the end.
    package init(
        _ router: Router<ControlContext>, descriptor: Int32, limits: ControlLimits = .init(),
        log: Logger
    ) {
        self.init(
            router, descriptor: descriptor, limits: limits, log: log, account: Account.peer(of:))
    }

    /// `account`: finds out who is at the other end of a connection.
    init(
        _ router: Router<ControlContext>, descriptor: Int32, limits: ControlLimits, log: Logger,
        account: @escaping @Sendable (any Channel) -> EventLoopFuture<Account>
    ) {
        router.refuseOtherMethods()
        responder = router.buildResponder()
        self.descriptor = descriptor
        self.limits = limits
        self.log = log
        self.account = account
    }

    /// Serves until a graceful shutdown; then open requests may finish, within `limits.farewell`.
    package func run() async throws {
        let clients = try await AcceptLoop(descriptor: descriptor) {
            [AvailableConnectionsChannelHandler(maxConnections: ControlLimits.connections)]
        } client: { channel in
            account(channel).flatMap { account in
                let http = http(for: account)
                return http.setup(channel: channel, logger: log).flatMapThrowing {
                    try HostOfOldRequests.add(to: channel)
                    return Client(http, $0)
                }
            }
        }
        try await clients.run(until: gracefulShutdown, patience: limits.farewell) { client in
            await client.serve(log)
        }
    }

    private func http(for account: Account) -> HTTP1Channel {
        let limits = limits
        return HTTP1Channel(
            responder: { request, writer, _ in
                try await answer(request, account, writer)
            },
            configuration: .init(
                additionalChannelHandlers: [ConnectionEnd(limits)],
                httpDecoderConfiguration: .control))
    }

    @concurrent private func answer(
        _ request: Request, _ account: Account, _ writer: consuming ResponseWriter
    ) async throws {
        let context = ControlContext(source: ControlSource(account: account, logger: log))
        let response = try await responder.respond(to: request, context: context)
        try await writer.write(response: response.head, body: response.body)
    }
}
