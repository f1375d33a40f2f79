import Glibc
package import NIOCore
package import NIOPosix

/// Accepts the clients of a listening socket, and serves each in a task of its own.
package struct AcceptLoop<Client: Sendable>: Sendable {
    private let server: Accepted<Client, Never>

    package init(_ server: NIOAsyncChannel<Client, Never>) {
        self.server = Accepted(server)
    }

    /// `descriptor`: a listening Unix socket, which is closed at the end. `handlers`: of its channel,
    /// besides the usual. `client`: makes a client of an accepted channel, on its event loop.
    package init(
        descriptor: CInt, handlers: @escaping @Sendable () -> [any ChannelHandler] = { [] },
        client: @escaping @Sendable (any Channel) -> EventLoopFuture<Client>
    ) async throws {
        self.init(
            try await ServerBootstrap.accepting(handlers)
                .bind(descriptor, childChannelInitializer: client))
        // NIO lets 128 clients queue at a descriptor that it is given, whatever its options say;
        // then a flood of them would turn others away.
        _ = listen(descriptor, SOMAXCONN)
    }

    /// The address that the socket listens at; `nil` if it has none that NIO knows.
    package var address: SocketAddress? { server.parts.channel.localAddress }

    /// Serves clients until the socket fails, or the task is cancelled.
    package func run(_ serve: @escaping @Sendable (Client) async -> Void) async throws {
        try await server.serve {
            try await withThrowingDiscardingTaskGroup { group in
                try await server.parts.executeThenClose { clients in
                    for try await client in clients {
                        group.addTask { await serve(client) }
                    }
                }
            }
        }
    }

    /// Serves clients until `end` returns. From then on nobody is accepted; the clients that are
    /// there have `patience` to leave, and are called off then.
    package func run(
        until end: @escaping @Sendable () async throws -> Void, patience: Duration,
        _ serve: @escaping @Sendable (Client) async -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await run(serve) }
            group.addTask {
                try await end()
                // It may have been closed already.
                try? await server.parts.channel.close()
                try await LoopClock().sleep(for: patience)
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

extension ServerBootstrap {
    /// On the event loops of the process: accepts nobody for a while when descriptors have run out,
    /// and lets clients read on that have said all. `handlers`: of the listening channel, besides.
    package static func accepting(
        _ handlers: @escaping @Sendable () -> [any ChannelHandler] = { [] }
    ) -> ServerBootstrap {
        ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([AcceptPause()] + handlers())
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
    }
}
