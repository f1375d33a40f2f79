import APIClient
import Community
import EventLoops
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
        /// Of the last move of a device that was told, and of the last change of all else.
        var move = 0
        var change: Int
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
        let change = changes.number
        let newest = try await messages.messages(of: person.description, before: nil, limit: 1)
        let start = EventCursor(
            // A database that was restored from a backup has fewer than a browser has seen.
            message: min(last ?? .max, newest.first?.id ?? 0), change: change,
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
                let event = [UInt8](event: "message", try message.jsonBytes, id: message.id)
                bytes.writeBytes(event)
                cursor.message = message.id
            }
        case .moves(let number):
            let sight = try await sight(of: .person(person))
            let moved = await devices.devices(sight.levels.keys, changedAfter: cursor.move)
            bytes.writeBytes(try await deviceEvents.events(of: moved, for: sight))
            cursor.move = number
            cursor.nextMoves = LoopClock().now + Self.betweenMoves
        case .changes(let all, let number):
            cursor.change = number
            var changes = try await concerning(person, all)
            // Most are of devices of others, and need nothing of the database.
            if changes.isEmpty { return true }
            guard try await isOpen(session) else { return false }
            // When others sign in and out is theirs to know.
            if changes.remove(Change(.sessions)) != nil {
                let now = try await sessions(of: person)
                if now != cursor.sessions { changes.insert(Change(.sessions)) }
                cursor.sessions = now
            }
            try write(changes, to: &bytes)
        }
        return true
    }

    private enum Next: Sendable {
        case messages([Message])
        case moves(Int)
        case changes(Set<Change>, Int)
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
                return .moves(try await api.devices.next(after: cursor.move))
            }
            group.addTask {
                let (changes, number) = try await api.changes.next(after: cursor.change)
                return .changes(changes, number)
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

    private func concerning(
        _ person: PersonID, _ changes: Set<Change>
    ) async throws -> Set<Change> {
        var groups: Set<GroupID>?
        var levels: [String: Visibility]?
        var found: Set<Change> = []
        for change in changes {
            switch change.audience {
            case .everyone, .person(person): break
            case .person: continue
            case .members(let group):
                if groups == nil {
                    groups = Set(try await community.groups(by: .person(person)).map(\.id))
                }
                guard groups?.contains(group) == true else { continue }
            case .owner(let device):
                if levels == nil { levels = try await sight(of: .person(person)).levels }
                guard levels?[device] == .owner else { continue }
            }
            found.insert(change)
        }
        return found
    }

    /// An event for each group and device that they are about, and one for all else.
    private func write(_ changes: Set<Change>, to bytes: inout ByteBuffer) throws {
        let events = Dictionary(grouping: changes) { change -> Change.Audience in
            if case .person = change.audience { return .everyone }
            return change.audience
        }.map { audience, changes in
            var event = ChangeEvent(of: changes.topics.map(\.rawValue).sorted())
            if case .members(let group) = audience { event.group = group.rawValue }
            if case .owner(let device) = audience { event.device = device }
            return event
        }
        for event in events.sorted(by: {
            ($0.group ?? "", $0.device ?? "") < ($1.group ?? "", $1.device ?? "")
        }) {
            bytes.writeBytes([UInt8](event: "change", try event.jsonBytes))
        }
    }
}

extension [UInt8] {
    /// An event of a stream. JSON of ours has no line ends in it.
    init(event: String, _ data: [UInt8], id: Int64? = nil) {
        let id = id.map { "id: \($0)\n" } ?? ""
        self = Array("event: \(event)\n\(id)data: ".utf8) + data + Array("\n\n".utf8)
    }
}

/// What an event `change` says.
private struct ChangeEvent: Encodable {
    /// What has changed, as the path below `/api` has it.
    var of: [String]
    /// Which group or device it is about; `nil`: none of these.
    var group: String?
    var device: String?
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
