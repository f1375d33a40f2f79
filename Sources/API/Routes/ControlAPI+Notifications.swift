import Geofencing
import HTTPTypes
import Hummingbird
import Notifications
import Posix

/// The notices, at once or as a stream.
extension ControlAPI {
    func addNotifications(to routes: Routes) {
        routes.get("notifications") { request, context in
            let query = Self.query(request)
            let types = request.headers[.accept] ?? ""
            if types.contains("text/event-stream") {
                return try stream(
                    after: query["after"], lastEvent: request.headers[.lastEventID]
                ).response(from: request, context: context)
            }
            return try await page(after: query["after"], limit: query["limit"])
        }
    }

    private func page(after: String?, limit: String?) async throws -> Response {
        let after = try after.map { try number($0, "after") } ?? notices.oldest - 1
        let limit = try limit.map { try number($0, "limit") } ?? Self.pageSize
        guard (1...Self.pageSize).contains(limit) else {
            throw Problem(
                .badRequest, "limit: \(limit) is not from 1 to \(Self.pageSize)")
        }
        let (log, _, latest) = notices.range
        let (from, skipped) = try start(after: after, log: nil)
        var body = Array(#"{"log":"\#(log)","latest":\#(latest),"#.utf8)
        if skipped { body += Array(#""gap":{"oldest":\#(from + 1)},"#.utf8) }
        body += Array(#""notifications":["#.utf8)
        var count = 0
        var place = from
        while count < limit, place < latest,
            case .entries(let entries) = try await notices.page(after: place)
        {
            for entry in entries.prefix(limit - count) {
                if count > 0 { body.append(UInt8(ascii: ",")) }
                body += entry.line.dropLast()
                count += 1
                place = entry.sequence
            }
        }
        body += Array("]}".utf8)
        return Response.json(bytes: body)
    }

    private func stream(
        after: String?, lastEvent: String?
    ) throws -> EventStream<StreamPlace> {
        var from = notices.latest
        var events: [ServerEvent] = []
        if let lastEvent {
            let event = try EventID(lastEvent)
            events = try begin(&from, after: event.sequence, log: event.log)
        } else if let after {
            events = try begin(&from, after: try number(after, "after"), log: nil)
        }
        let notices = notices
        return EventStream(from: StreamPlace(after: from, first: events)) { place in
            if !place.first.isEmpty {
                defer { place.first = [] }
                return place.first
            }
            switch try await notices.page(after: place.after) {
            case .entries(let entries):
                place.after = entries.last?.sequence ?? place.after
                return entries.map { ServerEvent($0, log: notices.id) }
            case .gap(let oldest):
                place.after = oldest - 1
                return [.gap(oldest)]
            case .end: return nil
            }
        }
    }

    /// Moves to the place asked for, and says so if that is no longer kept.
    private func begin(
        _ from: inout Int, after: Int, log: String?
    ) throws -> [ServerEvent] {
        let (place, skipped) = try start(after: after, log: log)
        from = place
        return skipped ? [.gap(place + 1)] : []
    }

    /// Where to go on, and whether something between is missing.
    private func start(after: Int, log: String?) throws -> (place: Int, skipped: Bool) {
        let (id, oldest, latest) = notices.range
        if let log, log != id.description { return (oldest - 1, true) }
        guard after <= latest else {
            throw Problem(
                .badRequest, "after: \(after) is ahead of the log, whose latest is \(latest)")
        }
        return after + 1 < oldest ? (oldest - 1, true) : (after, false)
    }

    private func number(_ text: String, _ name: String) throws -> Int {
        guard let number = Int(text), number >= 0 else {
            throw Problem(.badRequest, "\(name): \(text.quoted) is not a number from 0")
        }
        return number
    }

    /// Notices in one reply.
    private static let pageSize = 1000
}

/// Where a stream is.
private struct StreamPlace: Sendable {
    /// The number of the notice that was sent last.
    var after: Int
    /// What is to be sent before any notice.
    var first: [ServerEvent]
}

/// What a client that comes back says it has had: the `id` of a notice.
private struct EventID {
    let log: String
    let sequence: Int

    init(_ text: String) throws {
        guard let dash = text.lastIndex(of: "-"), dash != text.startIndex,
            let sequence = Int(text[text.index(after: dash)...]), sequence >= 0,
            text[text.index(after: dash)...].allSatisfy(\.isNumber)
        else {
            throw Problem(
                .badRequest,
                "Last-Event-ID: \(text.quoted) is not the id of a notice")
        }
        log = String(text[..<dash])
        self.sequence = sequence
    }
}

extension ServerEvent {
    fileprivate init(_ entry: NoticeEntry, log: LogID) {
        self.init(
            id: log.eventID(entry.sequence), name: "geofence.\(entry.transition.rawValue)",
            data: String(decoding: entry.line.dropLast(), as: UTF8.self))
    }

    /// What came before `oldest` is missing.
    fileprivate static func gap(_ oldest: Int) -> ServerEvent {
        ServerEvent(name: "gap", data: #"{"oldest":\#(oldest)}"#)
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
