import EventLoops
import NIOCore

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
        let clients = try await AcceptLoop(descriptor: descriptor) { channel in
            channel.eventLoop.makeCompletedFuture { try Client(bytesOf: channel) }
        }
        try await clients.run(until: notices.untilFinished, patience: patience) { client in
            await listeners.with { await serve(client) }
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
