package import NIOCore
import Synchronization

/// A channel that will be served once, or never, which just closes it.
package final class Accepted<Inbound: Sendable, Outbound: Sendable>: Sendable {
    package let parts: NIOAsyncChannel<Inbound, Outbound>
    private let isServed = Atomic(false)

    package init(_ parts: NIOAsyncChannel<Inbound, Outbound>) {
        self.parts = parts
    }

    deinit {
        // A client that connects while the program stops may be served by no task. But NIO ends the
        // process if an asynchronous channel was never used.
        guard !isServed.load(ordering: .relaxed) else { return }
        Task { [parts] in try? await parts.executeThenClose { _, _ in } }
    }

    /// Calls `body`, which uses the parts and so closes them; if the task is cancelled, they are
    /// closed at once.
    package func serve(_ body: () async throws -> Void) async rethrows {
        isServed.store(true, ordering: .relaxed)
        let channel = parts.channel
        try await withTaskCancellationHandler {
            try await body()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}

extension Accepted<ByteBuffer, ByteBuffer> {
    /// A client of which bytes are read as they come, on the event loop of `channel`; it may read on
    /// when it has said all.
    package convenience init(bytesOf channel: any Channel) throws {
        self.init(
            try NIOAsyncChannel(
                wrappingChannelSynchronously: channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)))
    }
}
