import NIOCore
import NIOHTTP1

/// Names the host that HTTP/1.0 need not name, so that whoever sees a request without one knows that
/// it is wrong (RFC 9112, 3.2): later, the version is not known any more.
final class HostOfOldRequests: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Between the decoder of `channel`, which is set up for HTTP, and what follows it.
    static func add(to channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(HostOfOldRequests(), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = Self.unwrapInboundIn(data), head.version != .http1_1,
            !head.headers.contains(name: "Host")
        else { return context.fireChannelRead(data) }
        head.headers.add(name: "Host", value: "localhost")
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
    }
}

@available(*, unavailable)
extension HostOfOldRequests: Sendable {}
