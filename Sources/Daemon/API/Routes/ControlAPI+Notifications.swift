import Geofencing
import HTTPService
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
            let devices = try names(request)
            let listener = listeners.first { $0.mediaType.map { types.contains($0) } ?? false }
            let tellsForgotten = try Self.tellsForgotten(query["forgotten"])
            if var listener {
                listener.filter.tellsForgotten = tellsForgotten
                listener.filter.devices = devices
                return try stream(
                    to: listener, after: query["after"], lastEvent: request.headers[.lastEventID]
                ).response(from: request, context: context)
            }
            return try await page(
                NoticeQuery(devices: devices), after: query["after"], limit: query["limit"])
        }
    }

    private func page(
        _ query: NoticeQuery, after: String?, limit: String?
    ) async throws -> Response {
        var cursor =
            try after.map { try self.cursor($0) } ?? NoticeCursor(after: notices.oldest - 1)
        let limit = try limit?.number(of: "limit", 0...Int.max) ?? Self.pageSize
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
        let entries = try await notices.history(
            query, after: cursor.after, limit: limit, isLast: false)
        // A notice that was written since may not have been sent to listeners yet.
        for (i, entry) in entries.prefix(while: { $0.sequence <= latest }).enumerated() {
            if i > 0 { body.append(UInt8(ascii: ",")) }
            body += entry.line.dropLast()
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
        return EventStream(
            from: cursor, first: first, as: listener.mediaType ?? "", beat: listener.heartbeat
        ) { [notices] cursor, bytes in
            let start = cursor.after
            while cursor.after - start < Self.mostPassed {
                guard let message = try await cursor.next(in: notices) else { return false }
                listener.write(message, to: &bytes)
                if bytes.readableBytes > 0 { return true }
            }
            listener.write(.passed(upTo: cursor.after, log: notices.id), to: &bytes)
            return true
        }
    }

    /// Numbers that a client may pass over until it is told that it has its place behind them. Who
    /// comes back passes over those since then again.
    private static let mostPassed = 256

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
        NoticeCursor(after: try after.number(of: "after", 0...Int.max))
    }

    private func lastCursor(_ text: String) throws(Problem) -> NoticeCursor {
        guard let cursor = NoticeCursor(eventID: text) else {
            throw Problem(
                .badRequest, "Last-Event-ID: \(text.quoted) is not the id of a notice")
        }
        return cursor
    }

    private static func tellsForgotten(_ text: String?) throws(Problem) -> Bool {
        switch text {
        case nil, "false": return false
        case "true": return true
        case let text?:
            throw Problem(.badRequest, "forgotten: \(text.quoted) is unknown: use true or false")
        }
    }

    /// Notices in one reply.
    private static let pageSize = 1000
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
