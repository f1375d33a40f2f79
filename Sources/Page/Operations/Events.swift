import APIClient
import Community
import EventLoops
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import Posix

/// The stream of what happens, for one person.
extension GatewayAPI {
    /// Where the stream is.
    private struct EventCursor: Sendable {
        /// The last message that was sent.
        var message: Int64
        /// Numbers of changes: of devices, of the community, of all else.
        var device = 0
        var community: Int
        var news: Int
        /// The person's sessions and open links, as they were last.
        var sessions: [[Int64]]
        /// When the session of the stream is looked up again.
        var nextCheck = LoopClock().now
        /// When the moves of devices are told again.
        var nextMoves = LoopClock().now
    }

    /// A session that ends by itself ends its streams so much later at most.
    private static let betweenChecks = Duration.seconds(15)
    /// What moves all the time is told so often: 100 devices cost as one does.
    private static let betweenMoves = Duration.milliseconds(200)

    func events(_ call: Call) async throws -> Response {
        let person = try call.person()
        let seat = try streams.take(person)
        let last = call.request.headers[.lastEventID].flatMap { Int64($0) }
        let (community, news) = (community.changeCount, news.number)
        let newest = try await messages.messages(of: person.description, before: nil, limit: 1)
        let start = EventCursor(
            // A database that was restored from a backup has fewer than a browser has seen.
            message: min(last ?? .max, newest.first?.id ?? 0), community: community, news: news,
            sessions: try await sessions(of: person))
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
        if cursor.nextCheck <= LoopClock().now {
            guard try await isOpen(session) else { return false }
            cursor.nextCheck = LoopClock().now + Self.betweenChecks
        }
        switch try await next(after: cursor, person) {
        case .messages(let messages):
            for message in messages {
                let event = [UInt8](event: "message", try JSON.bytes(message), id: message.id)
                bytes.writeBytes(event)
                cursor.message = message.id
            }
        case .moves(let number):
            let sight = try await sight(of: .person(person))
            bytes.writeBytes(try await devices.events(after: cursor.device, for: sight))
            cursor.device = number
            cursor.nextMoves = LoopClock().now + Self.betweenMoves
        case .community(let topics, let number):
            guard try await isOpen(session) else { return false }
            var subjects = Set(topics.map(\.rawValue))
            // When others sign in and out is theirs to know.
            if subjects.remove(Community.Topic.sessions.rawValue) != nil {
                let now = try await sessions(of: person)
                if now != cursor.sessions { subjects.insert("sessions") }
                cursor.sessions = now
            }
            // Nor what groups do of which they have none.
            let kinds = Set(try await community.groups(by: .person(person)).map(\.kind))
            for (kind, topics) in Self.ofGroups where !kinds.contains(kind) {
                subjects.subtract(topics.map(\.rawValue))
            }
            bytes.write(change: subjects)
            cursor.community = number
        case .news(let changes, let number):
            try await write(changes, to: &bytes, person)
            cursor.news = number
        }
        return true
    }

    private static let ofGroups: [(Group.Kind, [Community.Topic])] = [
        (.household, [.items, .bills]), (.organisation, [.bulletins, .reviews]),
    ]

    private enum Next: Sendable {
        case messages([Message])
        case moves(Int)
        case community(Set<Community.Topic>, Int)
        case news(Set<Change>, Int)
    }

    private func next(after cursor: EventCursor, _ person: PersonID) async throws -> Next {
        let api = self
        return try await withThrowingTaskGroup(of: Next.self) { group in
            group.addTask {
                let id = person.description
                return .messages(try await api.messages.next(after: cursor.message, of: id))
            }
            group.addTask {
                try await LoopClock().sleep(until: cursor.nextMoves, tolerance: nil)
                return .moves(try await api.devices.next(after: cursor.device))
            }
            group.addTask {
                let (topics, count) = try await api.community.nextTopics(after: cursor.community)
                return .community(topics, count)
            }
            group.addTask {
                let (changes, number) = try await api.news.next(after: cursor.news)
                return .news(changes, number)
            }
            defer { group.cancelAll() }
            return try await group.next()!
        }
    }

    /// `nil`: a program of this machine asks, which needs no session.
    private func isOpen(_ session: Secret?) async throws -> Bool {
        guard let session else { return true }
        return try await community.session(session) != nil
    }

    private func sessions(of person: PersonID) async throws -> [[Int64]] {
        let sessions = try await community.sessions(of: person, by: .person(person))
        let links = try await community.links(of: person, by: .person(person))
        return [sessions.map(\.id).sorted(), links.map(\.id)]
    }

    /// Those that the person may know of.
    private func write(
        _ changes: Set<Change>, to bytes: inout ByteBuffer, _ person: PersonID
    ) async throws {
        let levels = try await sight(of: .person(person)).levels
        var subjects: Set<String> = []
        var ofDevices: [String: Set<String>] = [:]
        for change in changes {
            switch change.audience {
            case .everyone: subjects.insert(change.subject)
            case .person(let id):
                if id == person.description { subjects.insert(change.subject) }
            case .owner(let device):
                guard levels[device] == .owner else { continue }
                ofDevices[device, default: []].insert(change.subject)
            }
        }
        bytes.write(change: subjects)
        for (device, subjects) in ofDevices.sorted(by: { $0.key < $1.key }) {
            bytes.write(change: subjects, of: device)
        }
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

extension [UInt8] {
    /// An event of a stream. JSON of ours has no line ends in it.
    init(event: String, _ data: [UInt8], id: Int64? = nil) {
        let id = id.map { "id: \($0)\n" } ?? ""
        self = Array("event: \(event)\n\(id)data: ".utf8) + data + Array("\n\n".utf8)
    }
}

extension ByteBuffer {
    /// `device`: which it is about; `nil`: none. Nothing is written of no subjects.
    fileprivate mutating func write(change subjects: Set<String>, of device: String? = nil) {
        if subjects.isEmpty { return }
        var members: [String: AnyJSON] = ["of": .array(subjects.sorted().map { .string($0) })]
        members["device"] = device.map { .string($0) }
        // Strings can always be written.
        guard let data = try? Daemon.bytes(.object(members)) else { return }
        writeBytes([UInt8](event: "change", data))
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
