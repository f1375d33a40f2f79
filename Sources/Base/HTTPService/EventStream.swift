import EventLoops
import HTTPTypes
package import Hummingbird
package import NIOCore
import ServiceLifecycle

/// A response that goes on until the client or the program ends it.
package struct EventStream<Cursor: Sendable>: ResponseGenerator {
    private let start: Cursor
    private let first: ByteBuffer
    private let mediaType: String
    private let beat: String
    private let interval: Duration
    private let next: @Sendable (inout Cursor, inout ByteBuffer) async throws -> Bool

    /// - `first`: what is sent before anything else.
    /// - `interval`: the silence after which `beat` is sent.
    /// - `next`: writes what comes after a cursor, and advances the cursor. It waits until there is
    ///   something, and returns `false` at the end. It is cancelled when the client goes, when the
    ///   program stops, and at each heartbeat, after which it is called again with the same cursor.
    package init(
        from start: Cursor, first: ByteBuffer = ByteBuffer(),
        as mediaType: String = "text/event-stream", beat: String = ":\n\n",
        heartbeat interval: Duration = .seconds(15),
        next: @escaping @Sendable (inout Cursor, inout ByteBuffer) async throws -> Bool
    ) {
        (self.start, self.first, self.next) = (start, first, next)
        (self.mediaType, self.beat, self.interval) = (mediaType, beat, interval)
    }

    package func response(from request: Request, context: some RequestContext) -> Response {
        let body = request.body
        return Response(
            status: .ok,
            headers: [.contentType: mediaType, .cacheControl: "no-store"],
            body: .init { writer in
                do {
                    try await body.consumeWithCancellationOnInboundClose { _ in
                        try await send(to: &writer)
                    }
                } catch is CancellationError {
                    // The client has gone, or the program stops: the end of the stream either way.
                }
                try await writer.finish(nil)
            })
    }

    @concurrent private func send(to writer: inout any ResponseBodyWriter) async throws {
        var cursor = start
        if first.readableBytes > 0 { try await writer.write(first) }
        while true {
            let before = cursor
            switch try await cancelWhenGracefulShutdown({ try await turn(from: before) }) {
            case .bytes(let bytes, let after):
                cursor = after
                // An empty piece would end the body.
                if bytes.readableBytes > 0 { try await writer.write(bytes) }
            case .silence: try await writer.write(ByteBuffer(string: beat))
            case .end: return
            }
        }
    }

    private enum Turn: Sendable {
        case bytes(ByteBuffer, Cursor)
        case silence
        case end
    }

    private func turn(from cursor: Cursor) async throws -> Turn {
        try await withThrowingTaskGroup(of: Turn.self) { group in
            group.addTask {
                var (cursor, bytes) = (cursor, ByteBuffer())
                guard try await next(&cursor, &bytes) else { return .end }
                return .bytes(bytes, cursor)
            }
            group.addTask {
                try await LoopClock().sleep(for: interval)
                return .silence
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .end
        }
    }
}
