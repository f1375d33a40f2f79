import NIOCore
import NIOHTTP1
import NIOPosix
package import Posix

/// Sends requests to the socket of a program of ours, each over a connection of its own.
package struct APIClient: Sendable {
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    package struct Reply: Hashable, Sendable {
        /// An HTTP status, 200…299.
        package var status: Int
        /// The header `Content-Type` with its parameters; `nil` if there is none.
        package var contentType: String?
        package var body: [UInt8]

        /// Takes one more part. Returns `false` if the body would be larger than `limit` bytes.
        mutating func take(_ part: HTTPClientResponsePart, limit: Int) -> Bool {
            switch part {
            case .head(let head):
                status = Int(head.status.code)
                contentType = head.headers.first(name: "Content-Type")
            case .body(let bytes):
                guard body.count + bytes.readableBytes <= limit else { return false }
                body.append(contentsOf: bytes.readableBytesView)
            case .end: break
            }
            return true
        }
    }

    /// Of the gateway: for which person it is asked; `nil`: for this machine.
    package var person: String?
    let server: APIServer
    var socket: SocketPath { server.socket }
    private let timeout: Duration

    package static let usualTimeout = Duration.seconds(10)
    /// Bytes of a request's body of JSON: most paths take no more.
    package static let largestBody = 1 << 20
    /// Bytes of a reply's body; more is an error.
    package static let largestReply = 64 << 20

    /// `program`: which listens there. `timeout`: until the whole reply is there.
    package init(
        at socket: SocketPath, of program: APIServer.Program = .daemon,
        timeout: Duration = Self.usualTimeout
    ) {
        server = APIServer(at: socket, of: program)
        self.timeout = timeout
    }

    /// Sends a request, and returns the reply if its status is 2xx. All else is thrown as an
    /// `APIError`.
    ///
    /// `path` and `query` must not be percent-encoded yet. Slashes of the path stay as they are.
    /// `largest`: bytes of a body that the path takes.
    package func send(
        _ method: Method, _ path: String, query: [(name: String, value: String)] = [],
        body: [UInt8]? = nil, largest: Int = Self.largestBody
    ) async throws -> Reply {
        if let body, body.count > largest { throw APIError.bodyTooLarge }
        var head = HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: method.rawValue),
            uri: RequestTarget.encoded(path, query))
        head.headers = [
            "Host": "localhost", "Accept": "application/json, */*", "Connection": "close",
        ]
        if let person { head.headers.add(name: "Geofenced-Person", value: person) }
        if let body {
            head.headers.add(name: "Content-Type", value: "application/json")
            head.headers.add(name: "Content-Length", value: "\(body.count)")
        }
        let reply = try await exchange(head, body.map { ByteBuffer(bytes: $0) })
        guard reply.status >= 200, reply.status < 300 || reply.status >= 400 else {
            throw APIError.notHTTP(server)
        }
        guard reply.status < 400 else {
            throw APIError.refused(RefusedRequest(reply, of: server.program))
        }
        return reply
    }

    private func exchange(_ head: HTTPRequestHead, _ body: ByteBuffer?) async throws -> Reply {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let reply = loop.makePromise(of: Reply.self)
        let connecting = ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(
                        Exchange(head, body, server, reply))
                }
            }
            .connect(unixDomainSocketPath: socket.description)
        connecting.whenFailure { reply.fail(APIError(connecting: $0, server)) }
        let deadline = loop.scheduleTask(in: TimeAmount(timeout)) {
            reply.fail(APIError.noReply(server, timeout))
        }
        defer {
            deadline.cancel()
            connecting.whenSuccess { $0.close(promise: nil) }
        }
        return try await withTaskCancellationHandler {
            try await reply.futureResult.get()
        } onCancel: {
            reply.fail(CancellationError())
        }
    }
}

/// Sends one request, and collects its reply.
private final class Exchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let head: HTTPRequestHead
    private let body: ByteBuffer?
    private let server: APIServer
    private let promise: EventLoopPromise<APIClient.Reply>
    private var reply = APIClient.Reply(status: 0, contentType: nil, body: [])

    init(
        _ head: HTTPRequestHead, _ body: ByteBuffer?, _ server: APIServer,
        _ promise: EventLoopPromise<APIClient.Reply>
    ) {
        self.head = head
        self.body = body
        self.server = server
        self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) {
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        if let body {
            context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        }
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = Self.unwrapInboundIn(data)
        guard reply.take(part, limit: APIClient.largestReply) else {
            promise.fail(APIError.replyTooLarge(server))
            return context.close(promise: nil)
        }
        if case .end = part { promise.succeed(reply) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(APIError.closed(server))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error is HTTPParserError ? APIError.notHTTP(server) : APIError.closed(server))
        context.close(promise: nil)
    }
}
