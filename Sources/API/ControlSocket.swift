import Glibc
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOHTTPTypes
import NIOPosix
import Places
import ServiceLifecycle

/// Answers HTTP requests on a Unix socket.
package struct ControlSocket: Sendable {
    private let responder: RouterResponder<ControlContext>
    private let descriptor: Int32
    private let limits: ControlLimits
    private let log: Logger

    private typealias Parts = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    private typealias Server = NIOAsyncChannel<any Channel, Never>

    /// `router`: begun with `Router.control()`. `descriptor`: a listening Unix socket, which is
    /// closed at the end.
    package init(
        _ router: Router<ControlContext>, descriptor: Int32, limits: ControlLimits = .init(),
        log: Logger
    ) {
        router.refuseOtherMethods()
        responder = router.buildResponder()
        self.descriptor = descriptor
        self.limits = limits
        self.log = log
    }

    /// Serves until a graceful shutdown; then open requests may finish.
    package func run() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    // NIO itself pauses for a second when there are no descriptors left.
                    try channel.pipeline.syncOperations.addHandler(
                        AvailableConnectionsChannelHandler(
                            maxConnections: ControlLimits.connections))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Nothing is read before there is a task for it. Were clients wrapped here already, one
            // that comes while we stop would end the process: NIO's precondition is that every
            // asynchronous channel is used.
            .childChannelOption(.autoRead, value: false)
            .bind(descriptor) { $0.eventLoop.makeSucceededFuture($0) }
        // NIO lets 128 clients queue at a descriptor that it is given, whatever its options say.
        _ = listen(descriptor, SOMAXCONN)
        try await withThrowingTaskGroup { group in
            group.addTask { try await serveAll(server) }
            group.addTask {
                try await gracefulShutdown()
                // Nobody new; it may have been closed already.
                try? await server.channel.close()
                try await Task.sleep(for: limits.farewell)
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func serveAll(_ server: Server) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { channels in
                for try await channel in channels {
                    group.addTask { await serve(channel) }
                }
            }
        }
    }

    private func serve(_ channel: any Channel) async {
        await withTaskCancellationHandler {
            // A client that has gone already is no error.
            guard let (http, parts) = try? await setUp(channel).get() else {
                return channel.close(promise: nil)
            }
            channel.setOption(.autoRead, value: true).whenFailure { _ in }
            await withGracefulShutdownHandler {
                await http.handle(value: parts, logger: log)
            } onGracefulShutdown: {
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    private func setUp(_ channel: any Channel) -> EventLoopFuture<(HTTP1Channel, Parts)> {
        channel.eventLoop.flatSubmit {
            Account.peer(of: channel).flatMap { account in
                let http = http(for: account)
                return http.setup(channel: channel, logger: log).map { (http, $0) }
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
