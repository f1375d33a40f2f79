import EventLoops
import Geofencing
import Glibc
import NIOCore
import NIOPosix
import Posix

/// A TCP connection to gpsd. It reads little more than it is asked for.
final class GPSDSocket: GPSDLink {
    private var channel: (any Channel)?
    private var inbox: NIOLoopBound<Inbox>?
    private let start = ContinuousClock.now

    /// Seconds to find the host and to connect.
    private static let patience: Int64 = 5

    deinit { channel?.close(promise: nil) }

    /// `ContinuousClock` goes on while the machine sleeps.
    var uptime: Double { (ContinuousClock.now - start) / .seconds(1) }

    var systemTime: Timestamp { Timestamp(milliseconds: systemMilliseconds()) }

    var jitter: Double { .random(in: 0.8...1.2) }

    func connect(to address: GPSDAddress) async throws(GPSDLost) {
        await close()
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let bootstrap = ClientBootstrap(group: loop)
            .resolver(address.isLocalhost ? Loopback(loop: loop) : nil)
            .connectTimeout(.seconds(Self.patience))
            .channelOption(.autoRead, value: false)
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Inbox(channel.eventLoop))
                }
            }
        // Looking an address up would take threads.
        let known = try? SocketAddress(ipAddress: address.host, port: address.port)
        let connecting =
            known.map { bootstrap.connect(to: $0) }
            ?? bootstrap.connect(host: address.host, port: address.port)
        let connected = loop.makePromise(of: (any Channel, NIOLoopBound<Inbox>).self)
        connecting.whenComplete { result in
            connected.completeWith(
                result.flatMap { channel in
                    Result {
                        let inbox = try channel.pipeline.syncOperations.handler(type: Inbox.self)
                        return (channel, NIOLoopBound(inbox, eventLoop: loop))
                    }
                })
        }
        do {
            (channel, inbox) = try await withTaskCancellationHandler {
                try await connected.futureResult.get()
            } onCancel: {
                connected.fail(CancellationError())
            }
        } catch {
            connecting.whenSuccess { $0.close(promise: nil) }
            throw GPSDLost(connecting: error, to: address)
        }
    }

    func send(_ command: String) async {
        // If this fails, the connection has ended, and `receive` says so.
        try? await channel?.writeAndFlush(ByteBuffer(string: command))
    }

    func receive(until deadline: Double) async -> GPSDArrival {
        guard let channel, let inbox else { return .nothing }
        let seconds = min(max(0, deadline - uptime), 86_400)
        let time = TimeAmount.nanoseconds(Int64(seconds * 1e9))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let loop = channel.eventLoop
                // In the daemon it always is; then there is no need to queue.
                if loop.inEventLoop {
                    inbox.value.take(within: time, continuation)
                } else {
                    loop.execute { inbox.value.take(within: time, continuation) }
                }
            }
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    func sleep(until uptime: Double) async throws {
        try await LoopClock().sleep(until: start + .seconds(uptime), tolerance: nil)
    }

    func close() async {
        // The other end may have closed it.
        try? await channel?.close()
        (channel, inbox) = (nil, nil)
    }
}

/// Keeps what has arrived until somebody asks for it; used on its event loop only.
private final class Inbox: ChannelInboundHandler, NIOScheduledCallbackHandler {
    typealias InboundIn = ByteBuffer

    /// The most bytes that are kept, but for one more piece. The rest waits at the other end.
    private static let most = 64 << 10

    private let loop: any EventLoop
    /// `nil` while there is no connection.
    private var context: ChannelHandlerContext?
    private var arrived: [UInt8] = []
    private var end: GPSDLost?
    private var isReading = false
    private var waiting: CheckedContinuation<GPSDArrival, Never>?
    private var timer: NIOScheduledCallback?

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        finish(GPSDLost(why: "the connection was closed"))
    }

    /// Answers `asking` with what has arrived, or waits for that as long as `time`.
    func take(within time: TimeAmount, _ asking: CheckedContinuation<GPSDArrival, Never>) {
        waiting = asking
        deliver()
        readOn()
        if waiting != nil {
            timer = try? loop.assumeIsolated().scheduleCallback(in: time, handler: self)
        }
    }

    func handleScheduledCallback(eventLoop: some EventLoop) {
        answer(.nothing)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        arrived.append(contentsOf: Self.unwrapInboundIn(data).readableBytesView)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        deliver()
        // Reading on at once spares the event loop a change of what it waits for.
        readOn()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(GPSDLost(why: "gpsd has closed the connection"))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(GPSDLost(why: error.words))
        context.close(promise: nil)
    }

    private func finish(_ why: GPSDLost) {
        end = end ?? why
        deliver()
    }

    private func readOn() {
        guard let context, !isReading, arrived.count < Self.most else { return }
        isReading = true
        context.read()
    }

    /// Answers the one who waits, if there is anything to say.
    private func deliver() {
        guard waiting != nil else { return }
        if !arrived.isEmpty {
            let bytes = arrived
            arrived = []
            answer(.bytes(bytes))
        } else if let end {
            answer(.ended(end))
        }
    }

    private func answer(_ arrival: GPSDArrival) {
        timer?.cancel()
        timer = nil
        waiting?.resume(returning: arrival)
        waiting = nil
    }
}

extension GPSDLost {
    fileprivate init(connecting error: any Error, to address: GPSDAddress) {
        switch error {
        case let error as NIOConnectionError:
            if let failure = error.connectionErrors.map(\.error).mostTelling {
                why = "\(address): \(failure.words)"
            } else {
                why = "\(address): the host is not known: look at source in the configuration"
            }
        default: why = "\(address): \(error.words)"
        }
    }
}

extension [any Error] {
    /// The error to show of several: a refusal says more than that there is no IPv6.
    fileprivate var mostTelling: (any Error)? {
        first { ($0 as? IOError)?.errnoCode == ECONNREFUSED } ?? first
    }
}

extension Error {
    fileprivate var words: String {
        switch self {
        case let error as IOError: "\(Errno(error.errnoCode))"
        case let error as ChannelError:
            if case .connectTimeout = error { "does not answer" } else { "\(error)".shortened }
        default: "\(self)".shortened
        }
    }
}
