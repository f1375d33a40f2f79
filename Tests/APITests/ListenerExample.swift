import Geofencing
import HTTPService
import NIOCore
import Notifications
import Posix
import Testing

/// One way to be told notices, as a client of a daemon has it.
struct ListenerExample: Sendable, CustomTestStringConvertible {
    let listener: any NoticeListener
    /// What a client sends to begin there; without a cursor, with what comes from now on.
    let request: @Sendable (NoticeCursor?) -> String
    /// What every message ends with.
    let end: String
    /// What a message says.
    let heard: @Sendable (String) -> Heard

    /// What a client is told.
    enum Heard: Hashable, Sendable {
        /// By its number.
        case notice(Int)
        case gap(oldest: Int)
        case refused
        /// That the client is served, or that the other end is still there.
        case nothing
    }

    var testDescription: String { listener.mediaType ?? "lines" }

    static let listeners = NoticeListeners.all + [NumberListener()]
    static let all = [lines, events, numbers]

    private static let lines = ListenerExample(
        listener: LineListener(),
        request: { cursor in
            guard let cursor else { return "{\"after\":\"now\"}\n" }
            let log = cursor.log.map { #","log":"\#($0)""# } ?? ""
            return "{\"after\":\(cursor.after)\(log)}\n"
        }, end: "\n",
        heard: { line in
            if line.hasPrefix(#"{"error""#) { return .refused }
            return line.number(after: #""id":"abc-"#).map { .notice($0) }
                ?? line.number(after: #"{"gap":{"oldest":"#).map { .gap(oldest: $0) } ?? .nothing
        })

    private static let events = ListenerExample(
        listener: EventListener(), request: { http($0, accepting: "text/event-stream") },
        end: "\n\n",
        heard: { event in
            if event.contains("HTTP/1.1 400") { return .refused }
            return event.number(after: "id: abc-").map { .notice($0) }
                ?? event.number(after: #"{"oldest":"#).map { .gap(oldest: $0) } ?? .nothing
        })

    /// A test double, which is in no program.
    private static let numbers = ListenerExample(
        listener: NumberListener(), request: { http($0, accepting: "text/x-numbers") }, end: ".\n",
        heard: { text in
            if text.contains("HTTP/1.1 400") { return .refused }
            return text.number(after: "notice ").map { .notice($0) }
                ?? text.number(after: "gap ").map { .gap(oldest: $0) } ?? .nothing
        })

    private static func http(_ cursor: NoticeCursor?, accepting type: String) -> String {
        let query = cursor.map { $0.log == nil ? "?after=\($0.after)" : "" } ?? ""
        let last = cursor.flatMap { cursor in
            cursor.log.map { "Last-Event-ID: \(LogID($0).eventID(cursor.after))\r\n" }
        }
        return "GET /v1/notifications\(query) HTTP/1.1\r\nHost: x\r\nAccept: \(type)\r\n"
            + "Connection: close\r\n"
            + "\(last ?? "")\r\n"
    }
}

/// Tells the numbers of notices, and nothing else.
private struct NumberListener: NoticeListener {
    let mediaType: String? = "text/x-numbers"
    let heartbeat = "still here.\n"
    var filter = NoticeFilter()

    func write(_ message: ListenerMessage, to bytes: inout ByteBuffer) {
        switch message {
        case .resumed, .passed: break
        case .gap(let oldest, _): bytes.writeString("gap \(oldest).\n")
        case .notices(let entries, _):
            for entry in entries { bytes.writeString("notice \(entry.sequence).\n") }
        }
    }
}

extension String {
    /// The number that follows `text`, with or without zeros before it.
    fileprivate func number(after text: String) -> Int? {
        guard let found = firstRange(of: text) else { return nil }
        return Int(self[found.upperBound...].prefix { $0.isNumber })
    }
}

/// A client that has asked to be told.
final class ListeningClient: Sendable {
    private let client: RawClient
    private let example: ListenerExample
    private let unread = Unread()

    /// What has come, and has not been looked at.
    private actor Unread {
        private var bytes: [UInt8] = []

        func add(_ more: [UInt8]) { bytes += more }

        /// The next message, with its end; `nil` if it has not come entirely.
        func take(endingIn end: [UInt8]) -> String? {
            guard let range = bytes.firstRange(of: end) else { return nil }
            defer { bytes.removeSubrange(..<range.upperBound) }
            return String(decoding: bytes[..<range.upperBound], as: UTF8.self)
        }

        func rest() -> String? {
            defer { bytes = [] }
            return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Returns when it is surely served.
    init(_ serving: ServingAPI, _ example: ListenerExample, at cursor: NoticeCursor?) async throws {
        let isHTTP = example.listener.mediaType != nil
        client = try isHTTP ? serving.client() : RawClient(serving.listening)
        self.example = example
        await client.send(example.request(cursor))
        // The head of a response, or the line that answers.
        guard let first = try await client.bytes() else { return }
        await unread.add(first)
    }

    /// What is said next, but for what means nothing; `nil` at the end.
    func next() async throws -> ListenerExample.Heard? {
        while let text = try await message() {
            let heard = example.heard(text)
            if heard != .nothing { return heard }
        }
        return nil
    }

    /// What is said next, so often or until the end.
    func next(_ count: Int) async throws -> [ListenerExample.Heard] {
        var all: [ListenerExample.Heard] = []
        while all.count < count, let heard = try await next() { all.append(heard) }
        return all
    }

    private func message() async throws -> String? {
        while true {
            if let message = await unread.take(endingIn: Array(example.end.utf8)) { return message }
            guard let bytes = try await client.bytes() else { return await unread.rest() }
            await unread.add(bytes)
        }
    }
}
