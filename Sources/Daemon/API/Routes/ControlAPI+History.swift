import Geofencing
import HTTPService
import Hummingbird
import Notifications
import Posix

/// The notices of the past, of all logs that are kept.
extension ControlAPI {
    func addHistory(to routes: Routes) {
        routes.get("history") { request, _ in
            let asked = HistoryRequest(Self.query(request), try self.names(request))
            let query = try asked.query
            let limit = try asked.limit
            let latest = notices.latest
            let entries = try await notices.history(
                query, after: try asked.after, limit: limit, isLast: try asked.isLast)
            // A notice that was written since may not have been sent to listeners yet.
            let told = entries.prefix { $0.sequence <= latest }
            if try asked.isLines {
                return Response.json(
                    bytes: told.flatMap { $0.line }, type: "application/x-ndjson")
            }
            var body = Array(#"{"notifications":["#.utf8)
            for (i, entry) in told.enumerated() {
                if i > 0 { body.append(UInt8(ascii: ",")) }
                body += entry.line.dropLast()
            }
            body += Array("]}".utf8)
            return Response.json(bytes: body)
        }
    }
}

/// What the query of a request asks for; each part throws a `Problem` if it makes no sense.
private struct HistoryRequest {
    private let values: [String: String]
    private let devices: Set<DeviceID?>?

    /// The most notices in one reply.
    private static let pageSize = 1000

    init(_ values: [String: String], _ devices: Set<DeviceID?>?) {
        (self.values, self.devices) = (values, devices)
    }

    var query: NoticeQuery {
        get throws {
            var query = NoticeQuery(
                since: try values["since"]?.time(of: "since"),
                until: try values["until"]?.time(of: "until"), transitions: try transitions,
                kinds: values["kinds"].map { Set(Self.words($0)) }, devices: devices)
            query.withUntold = values["untold"] == "true"
            return query
        }
    }

    var after: Int {
        get throws { try values["after"]?.number(of: "after", 0...Int.max) ?? 0 }
    }

    var limit: Int {
        get throws {
            try values["last"]?.number(of: "last", 1...Self.pageSize)
                ?? values["limit"]?.number(of: "limit", 1...Self.pageSize) ?? Self.pageSize
        }
    }

    var isLines: Bool {
        get throws {
            switch values["format"] {
            case nil, "json": return false
            case "ndjson": return true
            case let text?:
                throw Problem(.badRequest, "format: \(text.quoted) is unknown: use json or ndjson")
            }
        }
    }

    var isLast: Bool {
        get throws {
            if values["last"] != nil, values["limit"] != nil {
                throw Problem(.badRequest, "last: means nothing with limit: send one of them")
            }
            return values["last"] != nil
        }
    }

    private var transitions: Set<Transition.Kind>? {
        get throws {
            guard let text = values["transitions"] else { return nil }
            return Set(
                try Self.words(text).map { word in
                    guard let kind = Transition.Kind(rawValue: word) else {
                        throw Problem(
                            .badRequest,
                            "transitions: \(word.quoted) is unknown: use enter, exit and dwell")
                    }
                    return kind
                })
        }
    }

    private static func words(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
}
