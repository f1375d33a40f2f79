import EventLoops
import Glibc
import NIOCore
import NIOPosix
import Posix

/// Sends notices to whoever connects, one a line.
package struct NotificationSocket: Sendable {
    private let notices: NotificationLog
    private let descriptor: Int32
    private let listeners: ListenerCount
    private let patience: Duration

    private typealias Client = Accepted<ByteBuffer, ByteBuffer>

    /// `descriptor`: a listening Unix socket, which is closed at the end. `patience`: so long may
    /// listeners read what they are owed when there is no more to come.
    package init(
        _ notices: NotificationLog, descriptor: Int32, listeners: ListenerCount = .init(),
        patience: Duration = .seconds(3)
    ) {
        self.notices = notices
        self.descriptor = descriptor
        self.listeners = listeners
        self.patience = patience
    }

    /// Serves listeners until the notices have ended and everyone has read them, or has had the
    /// time to.
    package func run() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause())
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .bind(descriptor) { channel in
                channel.eventLoop.makeCompletedFuture {
                    Client(
                        try NIOAsyncChannel(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true)))
                }
            }
        // NIO lets 128 clients queue at a descriptor that it is given, whatever its options say;
        // then a flood of them would turn others away.
        _ = listen(descriptor, SOMAXCONN)
        try await withThrowingTaskGroup { group in
            group.addTask { try await serveAll(server) }
            group.addTask {
                try await notices.untilFinished()
                // Nobody new; those who are there may read on.
                try? await server.channel.close()
                try await LoopClock().sleep(for: patience)
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func serveAll(_ server: NIOAsyncChannel<Client, Never>) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { clients in
                for try await client in clients {
                    group.addTask { await listeners.with { await serve(client) } }
                }
            }
        }
    }

    private func serve(_ client: Client) async {
        await client.serve {
            // A client that goes away is no error.
            try? await client.parts.executeThenClose { input, _ in
                var listener = Listener(notices, client.parts.channel)
                try await listener.run(input)
            }
        }
    }
}
