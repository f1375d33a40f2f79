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
            let devices = query.devices?.compactMap { $0?.description }.sorted()
            let items: [(String, String?)] = [
                ("format", "ndjson"), (isLast ? "last" : "limit", "\(limit)"),
                ("untold", query.withUntold ? "true" : nil),
                ("after", after > 0 ? "\(after)" : nil),
                ("since", query.since?.description), ("until", query.until?.description),
                ("transitions", query.transitions?.sorted().map(\.rawValue).joined(separator: ",")),
                ("kinds", query.kinds?.sorted().joined(separator: ",")),
                ("device", devices?.joined(separator: ",")),
            ]
            let said = items.compactMap { name, value in value.map { (name: name, value: $0) } }
            let bytes = try await daemon.send(.get, "/v1/history", query: said).body
            return bytes.split(separator: UInt8(ascii: "\n")).map { $0 + [UInt8(ascii: "\n")] }
        }
    }
}
