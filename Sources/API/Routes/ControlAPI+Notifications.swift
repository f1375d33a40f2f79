import Geofencing
import HTTPTypes
import Hummingbird
import NIOCore
import Notifications
import Posix

/// The notices, at once or as a stream.
extension ControlAPI {
    func addNotifications(to routes: Routes) {
        routes.get("notifications") { request, context in
            let query = Self.query(request)
            let types = request.headers[.accept] ?? ""
            let listener = listeners.first { $0.mediaType.map { types.contains($0) } ?? false }
            if let listener {
                return try stream(
                    to: listener, after: query["after"], lastEvent: request.headers[.lastEventID]
                ).response(from: request, context: context)
            }
            return try await page(after: query["after"], limit: query["limit"])
        }
    }

    private func page(after: String?, limit: String?) async throws -> Response {
        var cursor =
            try after.map { try self.cursor($0) } ?? NoticeCursor(after: notices.oldest - 1)
        let limit = try limit.map { try number($0, "limit") } ?? Self.pageSize
        guard (1...Self.pageSize).contains(limit) else {
            throw Problem(
                .badRequest, "limit: \(limit) is not from 1 to \(Self.pageSize)")
        }
        let (log, _, latest) = notices.range
        var body = Array(#"{"log":"\#(log)","latest":\#(latest),"#.utf8)
        if case .gap(let oldest, _) = try resume(&cursor) {
            body += Array(#""gap":{"oldest":\#(oldest)},"#.utf8)
        }
        body += Array(#""notifications":["#.utf8)
        var count = 0
        while count < limit, cursor.after < latest,
            case .notices(let entries, _) = try await cursor.next(in: notices)
        {
            for entry in entries.prefix(limit - count) {
                if count > 0 { body.append(UInt8(ascii: ",")) }
                body += entry.line.dropLast()
                count += 1
            }
        }
        body += Array("]}".utf8)
        return Response.json(bytes: body)
    }

    private func stream(
        to listener: any NoticeListener, after: String?, lastEvent: String?
    ) throws -> EventStream<NoticeCursor> {
        var cursor = NoticeCursor(after: notices.latest)
        var first = ByteBuffer()
        if let asked = try lastEvent.map(lastCursor) ?? after.map({ try self.cursor($0) }) {
            cursor = asked
            listener.write(try resume(&cursor), to: &first)
        }
        return EventStream(from: cursor, first: first, to: listener) { [notices] cursor, bytes in
            guard let message = try await cursor.next(in: notices) else { return false }
            listener.write(message, to: &bytes)
            return true
        }
    }

    private func resume(_ cursor: inout NoticeCursor) throws(Problem) -> ListenerMessage {
        do {
            return try cursor.resume(in: notices)
        } catch {
            throw Problem(
                .badRequest,
                "after: \(error.after) is ahead of the log, whose latest is \(error.latest)")
        }
    }

    private func cursor(_ after: String) throws(Problem) -> NoticeCursor {
        NoticeCursor(after: try number(after, "after"))
    }

    private func lastCursor(_ text: String) throws(Problem) -> NoticeCursor {
        guard let cursor = NoticeCursor(eventID: text) else {
            throw Problem(
                .badRequest, "Last-Event-ID: \(text.quoted) is not the id of a notice")
        }
        return cursor
    }

    private func number(_ text: String, _ name: String) throws(Problem) -> Int {
        guard let number = Int(text), number >= 0 else {
            throw Problem(.badRequest, "\(name): \(text.quoted) is not a number from 0")
        }
        return number
    }

    /// Notices in one reply.
    private static let pageSize = 1000
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
