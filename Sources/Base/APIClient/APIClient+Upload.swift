import NIOCore
import NIOHTTP1
import NIOPosix
package import Posix
import Synchronization

extension APIClient {
    /// Sends bytes of any number to `path`, and returns the last line of the reply. All else than
    /// status 200 to 202 is thrown as an `APIError`, and so is a last line that says what is wrong.
    ///
    /// This waits for the bytes, the daemon and its reply. `length`: how many bytes there are; `nil`
    /// if that is not known. `lineCame`: gets the other lines of the reply, on another thread.
    package func upload(
        _ method: Method, _ path: String, query: [(name: String, value: String)] = [],
        _ sources: [any ByteSource], length: Int?,
        lineCame: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) throws -> [UInt8] {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let lastLine = loop.makePromise(of: [UInt8].self)
        let end = loop.makePromise(of: Void.self)
        lastLine.futureResult.whenComplete { _ in end.succeed() }
        let channel: any Channel
        do {
            channel = try ClientBootstrap(group: loop)
                .channelInitializer { [server] channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        try channel.pipeline.syncOperations.addHandler(
                            UploadReply(server, lastLine, lineCame))
                    }
                }
                .connect(unixDomainSocketPath: socket.description).wait()
        } catch {
            lastLine.fail(error)
            throw APIError(connecting: error, server)
        }
        defer { channel.close(promise: nil) }
        let head = uploadHead(method, path, query, length)
        // From here on, only the thread below reads them.
        nonisolated(unsafe) let sources = sources
        // Whoever waits for bytes on this thread would not see that the daemon has refused them.
        onOwnThread {
            do {
                try Self.send(head, sources, to: channel, until: end.futureResult)
            } catch {
                lastLine.fail(error)
            }
        }
        return try lastLine.futureResult.wait()
    }

    private func uploadHead(
        _ method: Method, _ path: String, _ query: [(name: String, value: String)], _ length: Int?
    ) -> HTTPRequestHead {
        var head = HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: method.rawValue),
            uri: RequestTarget.encoded(path, query))
        head.headers = [
            "Host": "localhost", "Accept": "application/x-ndjson, */*",
            "Content-Type": "application/octet-stream",
        ]
        if let length {
            head.headers.add(name: "Content-Length", value: "\(length)")
        } else {
            head.headers.add(name: "Transfer-Encoding", value: "chunked")
        }
        return head
    }

    /// Sends as long as the daemon has not answered. A connection that breaks is told by the reply.
    private static func send(
        _ head: HTTPRequestHead, _ sources: [any ByteSource], to channel: any Channel,
        until end: EventLoopFuture<Void>
    ) throws {
        let isAnswered = Answered()
        end.whenComplete { _ in isAnswered.set() }
        func write(_ part: HTTPClientRequestPart) -> Bool {
            guard !isAnswered.isSet else { return false }
            return (try? channel.writeAndFlush(part).wait()) != nil
        }
        guard write(.head(head)) else { return }
        for source in sources {
            while let piece = try source.next() {
                guard write(.body(.byteBuffer(ByteBuffer(bytes: piece)))) else { return }
            }
        }
        _ = write(.end(nil))
    }
}

private final class Answered: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
}

/// Cuts a reply into lines.
private final class UploadReply: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let server: APIServer
    private let promise: EventLoopPromise<[UInt8]>
    private let lineCame: @Sendable ([UInt8]) -> Void
    private var reply = APIClient.Reply(status: 0, contentType: nil, body: [])
    /// The last line that is complete.
    private var last: [UInt8]?

    init(
        _ server: APIServer, _ promise: EventLoopPromise<[UInt8]>,
        _ lineCame: @escaping @Sendable ([UInt8]) -> Void
    ) {
        (self.server, self.promise, self.lineCame) = (server, promise, lineCame)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = Self.unwrapInboundIn(data)
        guard reply.take(part, limit: APIClient.largestBody) else {
            promise.fail(APIError.replyTooLarge(server))
            return context.close(promise: nil)
        }
        switch part {
        case .head: break
        case .body: if isTaken { takeLines() }
        case .end: end()
        }
    }

    /// Every line may be the last, which is known when it has no member `progress`.
    private func takeLines() {
        while let end = reply.body.firstIndex(of: .newline) {
            let line = Array(reply.body[...end])
            reply.body.removeSubrange(...end)
            if line.starts(with: Self.progress) {
                lineCame(line)
            } else {
                last = line
                self.end()
            }
        }
    }

    private static let progress = Array(#"{"progress":"#.utf8)

    private var isTaken: Bool { (200...202).contains(reply.status) }

    private func end() {
        guard isTaken else {
            let refused = reply.status >= 400
            return promise.fail(
                refused
                    ? APIError.refused(RefusedRequest(reply, of: server.program))
                    : APIError.notHTTP(server))
        }
        // The last line may have no end.
        if last == nil, !reply.body.isEmpty { last = reply.body }
        guard let last else { return promise.fail(APIError.closed(server)) }
        let problem = APIClient.Reply(
            status: 0, contentType: "application/problem+json", body: last)
        if let refusal = RefusedRequest(lastLine: problem) {
            promise.fail(APIError.refused(refusal))
        } else {
            promise.succeed(last)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(APIError.closed(server))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error is HTTPParserError ? APIError.notHTTP(server) : APIError.closed(server))
        context.close(promise: nil)
    }
}
