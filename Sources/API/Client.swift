import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle
import Synchronization

/// Someone who has connected to the control socket.
final class Client: Sendable {
    typealias Parts = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    private let http: HTTP1Channel
    private let parts: Parts
    private let isServed = Atomic(false)

    init(_ http: HTTP1Channel, _ parts: Parts) {
        self.http = http
        self.parts = parts
    }

    deinit {
        // Who connects while the daemon stops may be served by no task. But NIO ends the process
        // if an asynchronous channel was never used.
        guard !isServed.load(ordering: .relaxed) else { return }
        Task { [parts] in try? await parts.executeThenClose { _, _ in } }
    }

    /// Answers until either end closes; when the daemon stops, what has been asked until then.
    func serve(_ log: Logger) async {
        isServed.store(true, ordering: .relaxed)
        let channel = parts.channel
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await http.handle(value: parts, logger: log)
            } onGracefulShutdown: {
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}
