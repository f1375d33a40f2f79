import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Decides when we close a connection: when a request takes too long to come, or a response to be read,
/// after a response that says `close`, and when the program stops.
///
/// There is no deadline while a response is being made: it may be a stream.
final class ConnectionEnd: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let isUploaded: @Sendable (HTTPRequest) -> Bool
    private let patience: TimeAmount
    /// With a client that sends a file, while we wait for more of it.
    private let uploadPatience: TimeAmount
    /// With a client that still sends what has been answered.
    private let lingering: TimeAmount
    private let seat: Seat
    private let departure: Departure
    private var deadline: Scheduled<Void>?
    /// How many requests have come, at least their heads.
    private var begun = 0
    /// How many requests have come entirely.
    private var received = 0
    /// How many responses the operating system has taken entirely.
    private var answered = 0
    /// Whether the response that is due is the last.
    private var isLast = false
    /// Whether we have said that nothing more comes from us, and only take what is still sent.
    private var isEnding = false
    /// Whether the body that comes is a file of any size.
    private var isUpload = false
    /// Bytes of responses, and one for each part of them, that the operating system has not taken.
    private var unread = 0
    /// Bytes a second that a client reads at least.
    private static let slowestReader = 4096

    init(_ limits: HTTPLimits, _ seat: Seat, _ departure: Departure) {
        (self.seat, self.departure) = (seat, departure)
        isUploaded = limits.isUpload
        patience = TimeAmount(limits.patience)
        uploadPatience = TimeAmount(limits.uploadPatience)
        lingering = TimeAmount(limits.lingering)
    }

    func channelActive(context: ChannelHandlerContext) {
        renewDeadline(context)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        endDeadline()
    }

    func channelInactive(context: ChannelHandlerContext) {
        endDeadline()
        departure.begin()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head):
            begun += 1
            isUpload = isUploaded(head)
            renewDeadline(context)
        case .body where isEnding: return
        case .body where isUpload && unread == 0: endDeadline()
        case .body: break
        case .end:
            isUpload = false
            received += 1
            if isEnding { return context.close(promise: nil) }
            renewDeadline(context)
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Nobody else asks for what is thrown away.
        if isEnding { context.read() }
        context.fireChannelReadComplete()
    }

    /// Somebody wants more of what the client sends. As long as nobody does, the client need not be
    /// quick.
    func read(context: ChannelHandlerContext) {
        if isUpload, deadline == nil { beginDeadline(of: uploadPatience, context) }
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var size = 1
        var isEnd = false
        switch Self.unwrapOutboundIn(data) {
        case .head(let head) where head.isBareRefusal:
            isLast = true
            return refuse(context, promise)
        case .head(let head): isLast = isLast || head.headerFields[.connection] == "close"
        case .body(let bytes): size += bytes.readableBytes
        case .end: isEnd = true
        }
        let written = promise ?? context.eventLoop.makePromise()
        unread += size
        written.futureResult.assumeIsolated().whenComplete { _ in
            self.unread -= size
            if isEnd { return self.finishAnswer(context) }
            if self.deadline != nil { self.renewDeadline(context) }
        }
        context.write(data, promise: written)
    }

    private func finishAnswer(_ context: ChannelHandlerContext) {
        answered += 1
        seat.isNew = false
        guard isLast else { return renewDeadline(context) }
        if begun > received { return linger(context) }
        context.close(promise: nil)
    }

    /// Closes our half, and lets the rest of a request come that is answered already. If we closed
    /// the connection while bytes are on their way to us, the operating system would break it, and
    /// many a client would lose our answer with it.
    private func linger(_ context: ChannelHandlerContext) {
        isEnding = true
        isUpload = false
        endDeadline()
        beginDeadline(of: lingering, context)
        context.close(mode: .output, promise: nil)
        context.read()
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // What is not taken at once, the client has to make room for.
        if unread > 0, deadline == nil { renewDeadline(context) }
    }

    /// Answers what is no HTTP with words; Hummingbird has a status alone.
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
            // Half a request must not be taken for a whole one.
            context.close(promise: nil)
        case ChannelEvent.inputClosed where context.channel.localAddress?.protocol != .unix:
            // Of a client of TCP that has gone, that is all that one sees for now.
            departure.begin()
            context.fireUserInboundEventTriggered(event)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    /// Starts the deadline again if the client has to do something, and ends it otherwise.
    private func renewDeadline(_ context: ChannelHandlerContext) {
        endDeadline()
        guard context.channel.isActive else { return }
        if unread > 0 {
            let seconds = TimeAmount.seconds(Int64(unread / Self.slowestReader))
            return beginDeadline(of: patience + seconds, context)
        }
        // Responses go one at a time: a request that comes meanwhile waits, and has no deadline.
        let isItsTurn = answered >= begun || (answered == begun - 1 && received < begun)
        guard isItsTurn else { return }
        beginDeadline(of: isUpload ? uploadPatience : patience, context)
    }

    private func beginDeadline(of time: TimeAmount, _ context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            context.close(promise: nil)
        }
        seat.isWaiting = true
    }

    private func endDeadline() {
        seat.isWaiting = false
        deadline?.cancel()
        deadline = nil
    }
}

extension HTTPResponse {
    /// Whether it is Hummingbird's answer to what cannot be parsed; no route answers so.
    fileprivate var isBareRefusal: Bool {
        status == .badRequest && headerFields[.contentLength] == "0"
    }
}

@available(*, unavailable)
extension ConnectionEnd: Sendable {}
