import APIClient
import Community
import EventLoops
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import Messages
import NIOCore

/// The stream of what happens, for one person.
extension GatewayAPI {
    /// Where the stream is.
    private struct EventCursor: Sendable {
        /// The last message that was sent.
        var message: Int64
        /// Numbers of changes of devices and of the community.
        var device = 0
        var community = 0
    }

    func events(_ call: Call) async throws -> Response {
        let person = try call.person()
        let seat = try streams.take(person)
        let last = call.request.headers[.lastEventID].flatMap { Int64($0) }
        let newest = try await messages.messages(of: person.description, before: nil, limit: 1)
        let start = EventCursor(
            // A database that was restored from a backup has fewer than a browser has seen.
            message: min(last ?? .max, newest.first?.id ?? 0), community: 0)
        // A browser that has nothing yet keeps the id for the time when the connection breaks.
        let first = ByteBuffer(string: "retry: 1000\nid: \(start.message)\n\n")
        return EventStream(from: start, first: first) { cursor, bytes in
            defer { withExtendedLifetime(seat) {} }
            return try await advance(&cursor, &bytes, person, call.secret)
        }.response(from: call.request, context: call.context)
    }

    /// Waits for whatever comes first, and writes it. Returns `false` once the session has ended.
    private func advance(
        _ cursor: inout EventCursor, _ bytes: inout ByteBuffer, _ person: PersonID,
        _ session: Secret?
    ) async throws -> Bool {
        if let session, try await community.session(session) == nil { return false }
        let (now, api) = (cursor, self)
        let news = try await withThrowingTaskGroup(of: News.self) { group in
            group.addTask {
                .messages(
                    try await api.messages.next(after: now.message, of: person.description))
            }
            group.addTask { .devices(try await api.devices.next(after: now.device)) }
            group.addTask { .changed(try await api.community.nextChange(after: now.community)) }
            defer { group.cancelAll() }
            return try await group.next()!
        }
        switch news {
        case .messages(let messages):
            for message in messages {
                bytes.write(event: "message", try JSON.bytes(message), id: message.id)
                cursor.message = message.id
            }
        case .devices(let (changed, number)):
            let sight = try await sight(of: .person(person))
            for device in changed.compactMap(sight.of) {
                bytes.write(event: "device", try Daemon.bytes(device))
            }
            cursor.device = number
        case .changed(let number):
            bytes.write(event: "change", Array("{}".utf8))
            cursor.community = number
        }
        return true
    }

    private enum News: Sendable {
        case messages([Message])
        case devices((changed: [AnyJSON], number: Int))
        case changed(Int)
    }
}

/// JSON as all answers have it.
enum JSON {
    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}

extension ByteBuffer {
    /// JSON of ours has no line ends in it.
    fileprivate mutating func write(event: String, _ data: [UInt8], id: Int64? = nil) {
        writeString("event: \(event)\n")
        if let id { writeString("id: \(id)\n") }
        writeString("data: ")
        writeBytes(data)
        writeString("\n\n")
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
