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
        var events = EventCutter()
        try await stream(
            .get, target: path, accept: "text/event-stream", silence: Self.silence
        ) {
            if $0.status == 200 { try await opened() }
        } _: {
            for event in events.take($0) { try await handle(event) }
        }
        throw APIError.closed(server)
    }

    /// The daemon says something every 15 s.
    private static let silence = Duration.seconds(45)
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
