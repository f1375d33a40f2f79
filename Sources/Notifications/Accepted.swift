package import NIOCore
import Synchronization

/// A connection that has been accepted, and will be served once; or never, which just closes it.
package final class Accepted<Inbound: Sendable, Outbound: Sendable>: Sendable {
    package let parts: NIOAsyncChannel<Inbound, Outbound>
    private let isServed = Atomic(false)

    package init(_ parts: NIOAsyncChannel<Inbound, Outbound>) {
        self.parts = parts
    }

    deinit {
        // Who connects while the daemon stops may be served by no task. But NIO ends the process
        // if an asynchronous channel was never used.
        guard !isServed.load(ordering: .relaxed) else { return }
        Task { [parts] in try? await parts.executeThenClose { _, _ in } }
    }

    /// `body` uses the parts, which ends with their being closed; if the task is cancelled, they
    /// are closed at once.
    package func serve(_ body: () async -> Void) async {
        isServed.store(true, ordering: .relaxed)
        let channel = parts.channel
        await withTaskCancellationHandler {
            await body()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}
