import EventLoops
import Glibc
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
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

    /// `account`: says who is at the other end of a connection.
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

    /// Serves until a graceful shutdown; then open requests may finish.
    package func run() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        AcceptPause(),
                        AvailableConnectionsChannelHandler(
                            maxConnections: ControlLimits.connections))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .bind(descriptor) { channel in
                account(channel).flatMap { account in
                    let http = http(for: account)
                    return http.setup(channel: channel, logger: log).flatMapThrowing {
                        try HostOfOldRequests.add(to: channel)
                        return Client(http, $0)
                    }
                }
            }
        // NIO lets 128 clients queue at a descriptor that it is given, whatever its options say.
        _ = listen(descriptor, SOMAXCONN)
        try await withThrowingTaskGroup { group in
            group.addTask { try await serveAll(server) }
            group.addTask {
                try await gracefulShutdown()
                // Nobody new; it may have been closed already.
                try? await server.channel.close()
                try await LoopClock().sleep(for: limits.farewell)
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func serveAll(_ server: NIOAsyncChannel<Client, Never>) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { clients in
                for try await client in clients {
                    group.addTask { await client.serve(log) }
                }
            }
        }
    }

    private func http(for account: Account) -> HTTP1Channel {
        let patience = limits.patience
        return HTTP1Channel(
            responder: { request, writer, _ in
                try await answer(request, account, writer)
            },
            configuration: .init(
                additionalChannelHandlers: [ConnectionEnd(patience: patience)],
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
