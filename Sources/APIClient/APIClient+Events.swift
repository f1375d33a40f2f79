import NIOCore
import NIOHTTP1
import NIOPosix
import Posix

/// One of the events that a stream of the control socket consists of (`text/event-stream`).
package struct ServerSentEvent: Hashable, Sendable {
    /// `message` if the stream does not say.
    package var name = "message"
    package var data: [UInt8] = []
}

extension APIClient {
    /// Opens the stream of events at `path`, and calls `handle` with each event until the daemon
    /// ends it. `opened`: is called once the daemon has begun to answer.
    ///
    /// Throws an `APIError` if there is no stream, and when the daemon has been silent for longer
    /// than its heartbeats allow.
    package func listen(
        _ path: String, opened: () async throws -> Void,
        _ handle: (ServerSentEvent) async throws -> Void
    ) async throws {
        let channel: NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>
        do {
            channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(unixDomainSocketPath: socket.description) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(IdleStateHandler(readTimeout: Self.silence))
                        try pipeline.addHTTPClientHandlers()
                        try pipeline.addHandler(SilenceEnd())
                        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            throw APIError(connecting: error, server)
        }
        try await channel.executeThenClose { input, output in
            var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path)
            head.headers = ["Host": "localhost", "Accept": "text/event-stream"]
            try await output.write(.head(head))
            try await output.write(.end(nil))
            var events = EventCutter()
            var refused: Reply?
            for try await part in input {
                switch part {
                case .head(let head) where head.status != .ok:
                    refused = Reply(status: 0, contentType: nil, body: [])
                case .head: try await opened()
                case .body(let bytes) where refused == nil:
                    for event in events.take(Array(bytes.readableBytesView)) {
                        try await handle(event)
                    }
                default: break
                }
                guard let _ = refused?.take(part, limit: Self.largestBody) else { continue }
            }
            if let refused { throw APIError.refused(RefusedRequest(refused, of: server.program)) }
            throw APIError.closed(server)
        }
    }

    /// The daemon says something every 15 s.
    private static let silence = TimeAmount.seconds(45)
}

/// Cuts a stream into events (HTML, 9.2.6). Ids are left out.
private struct EventCutter {
    private var lines = LineCutter(longest: APIClient.largestBody)
    private var event = ServerSentEvent()

    mutating func take(_ bytes: [UInt8]) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for line in lines.take(bytes) {
            if line.isEmpty {
                if !event.data.isEmpty { events.append(event) }
                event = ServerSentEvent()
            } else if let value = line.value(of: "event") {
                event.name = String(decoding: value, as: UTF8.self)
            } else if let value = line.value(of: "data") {
                event.data += value
            }
        }
        return events
    }
}

extension [UInt8] {
    /// Of a line `field: value`; `nil` if it is another field's.
    fileprivate func value(of field: String) -> ArraySlice<UInt8>? {
        guard starts(with: Array("\(field):".utf8)) else { return nil }
        let value = dropFirst(field.utf8.count + 1)
        return value.first == UInt8(ascii: " ") ? value.dropFirst() : value
    }
}

/// Closes a connection on which nothing has come for too long.
private final class SilenceEnd: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
