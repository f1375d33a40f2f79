import NIOCore
import NIOHTTP1
import NIOPosix
import Posix

extension APIClient {
    /// How a reply begins.
    package struct Beginning: Sendable {
        package var status: Int
        /// What the status is called, as in `Not Found`.
        package var phrase: String
        /// In the order in which they came.
        package var headers: [(name: String, value: String)]
    }

    /// Sends a request, and hands over the reply as it comes: how it begins, whatever the status, and
    /// then pieces of a body whose status is 2xx. All else is thrown as an `APIError`.
    ///
    /// `target`: path and query, percent-encoded. `silence`: how long nothing may come; throws then.
    package func stream(
        _ method: Method, target: String, body: [UInt8]? = nil,
        contentType: String = "application/json", accept: String = "*/*", silence: Duration,
        began: (Beginning) async throws -> Void, _ handle: ([UInt8]) async throws -> Void
    ) async throws {
        let channel = try await connect(silence: silence)
        try await channel.executeThenClose { input, output in
            var head = HTTPRequestHead(
                version: .http1_1, method: HTTPMethod(rawValue: method.rawValue), uri: target)
            head.headers = ["Host": "localhost", "Accept": accept, "Connection": "close"]
            if let person { head.headers.add(name: "Geofenced-Person", value: person) }
            if let body {
                head.headers.add(name: "Content-Type", value: contentType)
                head.headers.add(name: "Content-Length", value: "\(body.count)")
            }
            do {
                try await output.write(.head(head))
                if let body { try await output.write(.body(.byteBuffer(ByteBuffer(bytes: body)))) }
                try await output.write(.end(nil))
            } catch is ChannelError {
                // Whoever refuses a body answers before all of it has come, and closes the connection.
            }
            var refused: Reply?
            for try await part in input {
                switch part {
                case .head(let head):
                    try await began(Beginning(head))
                    let isDone = (200..<300).contains(head.status.code)
                    refused = isDone ? nil : Reply(status: 0, contentType: nil, body: [])
                case .body(let bytes) where refused == nil:
                    try await handle(Array(bytes.readableBytesView))
                default: break
                }
                _ = refused?.take(part, limit: Self.largestBody)
                guard case .end = part else { continue }
                guard let refused else { return }
                throw APIError.refused(RefusedRequest(refused, of: server.program))
            }
            throw APIError.closed(server)
        }
    }

    private func connect(
        silence: Duration
    ) async throws -> NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart> {
        do {
            return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(unixDomainSocketPath: socket.description) { [server] channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(
                            IdleStateHandler(readTimeout: TimeAmount(silence)))
                        try pipeline.addHTTPClientHandlers()
                        try pipeline.addHandler(StreamEnd(server, silence))
                        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            throw APIError(connecting: error, server)
        }
    }
}

extension APIClient.Beginning {
    fileprivate init(_ head: HTTPResponseHead) {
        (status, phrase) = (Int(head.status.code), head.status.reasonPhrase)
        headers = head.headers.map { ($0.name, $0.value) }
    }
}

/// Closes a connection on which nothing has come for too long, or something that is not HTTP.
private final class StreamEnd: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let server: APIServer
    private let silence: Duration

    init(_ server: APIServer, _ silence: Duration) {
        (self.server, self.silence) = (server, silence)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is IdleStateHandler.IdleStateEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        context.fireErrorCaught(APIError.noReply(server, silence))
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(
            error is HTTPParserError ? APIError.notHTTP(server) : APIError.closed(server))
        context.close(promise: nil)
    }
}
