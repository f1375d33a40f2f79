import Glibc
import NIOCore

/// Accepts no connections for a second when no descriptor is left. It must be the first handler of
/// a listening socket.
///
/// NIO's own handler is meant to do this. But if not even one connection could be accepted, NIO
/// takes the read as still pending, and tries again at once, for ever (seen in 2.101).
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private var isPaused = false

    /// Errors of accept(2) when descriptors or memory are used up.
    private static let exhausted = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    init() {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, Self.exhausted.contains(error.errnoCode) {
            pause(context)
        }
        context.fireErrorCaught(error)
    }

    private func pause(_ context: ChannelHandlerContext) {
        if isPaused { return }
        isPaused = true
        read(false, context)
        _ = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
            self.isPaused = false
            self.read(true, context)
        }
    }

    private func read(_ isWanted: Bool, _ context: ChannelHandlerContext) {
        // A channel that has been closed meanwhile refuses this.
        try? context.channel.syncOptions?.setOption(.autoRead, value: isWanted)
    }
}
