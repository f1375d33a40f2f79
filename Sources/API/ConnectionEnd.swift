import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Decides when a connection is closed from our side: when a request takes too long to come, after
/// a response that says so, and when the daemon stops.
///
/// While a response is on its way there is no deadline: it may be a stream, or its reader slow.
final class ConnectionEnd: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    private var deadline: Scheduled<Void>?
    /// Requests whose head has come.
    private var begun = 0
    /// Requests that have come entirely.
    private var received = 0
    /// Requests whose response has been taken entirely by the operating system.
    private var answered = 0
    /// Whether there are no more responses after the one that is due.
    private var isLast = false

    init(patience: Duration) {
        self.patience = TimeAmount(patience)
    }

    func channelActive(context: ChannelHandlerContext) {
        renewDeadline(context)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head:
            begun += 1
            renewDeadline(context)
        case .body: break
        case .end:
            received += 1
            renewDeadline(context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var promise = promise
        switch Self.unwrapOutboundIn(data) {
        case .head(let head) where head.isBareRefusal:
            isLast = true
            return refuse(context, promise)
        case .head(let head): isLast = isLast || head.headerFields[.connection] == "close"
        case .body: break
        case .end:
            let written = promise ?? context.eventLoop.makePromise()
            written.futureResult.assumeIsolated().whenComplete { _ in
                self.answered += 1
                if self.isLast { return context.close(promise: nil) }
                self.renewDeadline(context)
            }
            promise = written
        }
        context.write(data, promise: promise)
    }

    /// Says what is wrong, where Hummingbird only says that something is.
    private func refuse(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let problem = Problem(.badRequest, "this is no HTTP/1.1 request: send one as RFC 9112 says")
        let body = (try? problem.body()) ?? ByteBuffer()
        let head = HTTPResponse(
            status: .badRequest,
            headerFields: [
                .connection: "close", .contentType: Problem.mediaType,
                .contentLength: "\(body.readableBytes)",
            ])
        context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
        context.write(Self.wrapOutboundOut(.body(body)), promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            isLast = true
            if answered >= begun { context.close(promise: nil) }
        case ChannelEvent.inputClosed where begun > received:
            // Half a request is none, and must not look like a whole one.
            context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    /// Starts anew what is left to wait for, if it is the client's turn.
    private func renewDeadline(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        // One response at a time: what is asked meanwhile waits, and need not be complete.
        let isItsTurn = answered >= begun || (answered == begun - 1 && received < begun)
        guard isItsTurn, context.channel.isActive else { return }
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
            context.close(promise: nil)
        }
    }
}

extension HTTPResponse {
    /// As the answer to what cannot be parsed is; no handler's answer is.
    fileprivate var isBareRefusal: Bool {
        status == .badRequest && headerFields[.contentLength] == "0"
    }
}

@available(*, unavailable)
extension ConnectionEnd: Sendable {}
