import EventLoops
import HTTPTypes
package import Hummingbird
import NIOCore
import ServiceLifecycle

/// One event of a stream that browsers know as `EventSource`.
package struct ServerEvent: Hashable, Sendable {
    /// What a client that comes back says in `Last-Event-ID`; without a line end or NUL.
    package var id: String?
    /// `nil`: browsers call it `message`.
    package var name: String?
    package var data: String

    package init(id: String? = nil, name: String? = nil, data: String) {
        self.id = id
        self.name = name
        self.data = data
    }

    func write(into bytes: inout ByteBuffer) {
        if let id { bytes.writeString("id: \(id)\n") }
        if let name { bytes.writeString("event: \(name)\n") }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            bytes.writeString("data: \(line)\n")
        }
        bytes.writeString("\n")
    }
}

/// A response that goes on until the client or the daemon ends it.
package struct EventStream<Place: Sendable>: ResponseGenerator {
    private let start: Place
    private let heartbeat: Duration
    private let next: @Sendable (inout Place) async throws -> [ServerEvent]?

    /// `next`: the events after a place, which it moves on; waits until there is at least one, and
    /// returns `nil` at the end. It is cancelled when the client goes, when the daemon stops, and
    /// at each heartbeat, after which it is asked again from the same place.
    ///
    /// `heartbeat`: after so much silence a comment is sent, so that either end notices when the
    /// other has gone.
    package init(
        from start: Place, heartbeat: Duration = .seconds(15),
        next: @escaping @Sendable (inout Place) async throws -> [ServerEvent]?
    ) {
        self.start = start
        self.heartbeat = heartbeat
        self.next = next
    }

    package func response(from request: Request, context: some RequestContext) -> Response {
        let body = request.body
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .init { writer in
                do {
                    try await body.consumeWithCancellationOnInboundClose { _ in
                        try await send(to: &writer)
                    }
                } catch is CancellationError {
                    // The client has gone, or the daemon stops: the end of the stream either way.
                }
                try await writer.finish(nil)
            })
    }

    @concurrent private func send(to writer: inout any ResponseBodyWriter) async throws {
        var place = start
        while true {
            let before = place
            var bytes = ByteBuffer()
            switch try await cancelWhenGracefulShutdown({ try await turn(from: before) }) {
            case .events(let events, let after):
                place = after
                for event in events { event.write(into: &bytes) }
            case .silence: bytes.writeString(":\n\n")
            case .end: return
            }
            try await writer.write(bytes)
        }
    }

    private enum Turn: Sendable {
        case events([ServerEvent], Place)
        case silence
        case end
    }

    private func turn(from place: Place) async throws -> Turn {
        try await withThrowingTaskGroup(of: Turn.self) { group in
            group.addTask {
                var place = place
                guard let events = try await next(&place) else { return .end }
                return .events(events, place)
            }
            group.addTask {
                try await LoopClock().sleep(for: heartbeat)
                return .silence
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .end
        }
    }
}
