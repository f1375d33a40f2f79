import NIOCore
import NIOHTTP1

/// Adds a Host to requests of HTTP/1.0, which need not have one (RFC 9112, 3.2). Handlers behind
/// this one do not know the version: they may refuse any request without a Host.
final class HostOfOldRequests: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Puts one behind the decoder of `channel`, which is set up for HTTP.
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
