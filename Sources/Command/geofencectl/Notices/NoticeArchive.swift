import APIClient
import FoundationEssentials
import Geofencing
import Notifications

/// Where past notices are read from.
enum NoticeArchive {
    case daemon(APIClient)
    case database(NoticeStore)

    /// Notices in one request.
    static let pageSize = 1000

    /// Calls `body` with the line of each notice, the oldest first, until it returns `false`.
    ///
    /// `last`: only this number of notices, the latest ones; `nil`: all. Exits that nobody was told, if
    /// the query is for them, do not count.
    func read(
        _ query: NoticeQuery, last: Int?, _ body: ([UInt8]) throws -> Bool
    ) async throws {
        if let last {
            for line in try await page(query, after: 0, limit: last, isLast: true) {
                guard try body(line) else { return }
            }
            return
        }
        var after = 0
        while true {
            let lines = try await page(query, after: after, limit: Self.pageSize, isLast: false)
            for line in lines { guard try body(line) else { return } }
            // A page that is full ends with a notice.
            guard lines.count >= Self.pageSize, let end = lines.last,
                try JSONDecoder().decode(Telling.self, from: Data(end)).told ?? true
            else { return }
            let next = try ReceivedNotice(line: end).position.after
            // In a damaged file, numbers may not grow: it would be read for ever.
            guard next > after else { return }
            after = next
        }
    }

    /// What tells an exit that nobody was told from a notice.
    private struct Telling: Decodable { var told: Bool? }

    private func page(
        _ query: NoticeQuery, after: Int, limit: Int, isLast: Bool
    ) async throws -> [[UInt8]] {
        switch self {
        case .database(let store):
            return try store.history(query, after: after, limit: limit, isLast: isLast).map(\.line)
        case .daemon(let daemon):
            var items = [("format", "ndjson"), (isLast ? "last" : "limit", "\(limit)")]
            if query.withUntold { items.append(("untold", "true")) }
            if after > 0 { items.append(("after", "\(after)")) }
            if let since = query.since { items.append(("since", since.description)) }
            if let until = query.until { items.append(("until", until.description)) }
            if let transitions = query.transitions {
                let names = transitions.sorted().map(\.rawValue)
                items.append(("transitions", names.joined(separator: ",")))
            }
            if let kinds = query.kinds {
                items.append(("kinds", kinds.sorted().joined(separator: ",")))
            }
            if let devices = query.devices {
                let ids = devices.compactMap { $0?.description }
                items.append(("device", ids.sorted().joined(separator: ",")))
            }
            let bytes = try await daemon.send(.get, "/v1/history", query: items).body
            return bytes.split(separator: UInt8(ascii: "\n")).map { $0 + [UInt8(ascii: "\n")] }
        }
    }
}
