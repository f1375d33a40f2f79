package import Geofencing
import SQLite

extension NotificationLog {
    /// The log that goes on now.
    package nonisolated var id: LogID { board.log }
    /// The number of the last notice; 0 if there was none yet.
    package nonisolated var latest: Int { board.latest }
    /// The number of the oldest notice that is kept; without any, of the first to come.
    package nonisolated var oldest: Int { board.oldest }
    /// `id`, `oldest` and `latest` of one moment.
    package nonisolated var range: (log: LogID, oldest: Int, latest: Int) { board.range }

    /// The notices after `sequence`, in order; waits until there is at least one.
    package nonisolated func page(after sequence: Int) async throws -> NoticePage {
        while true {
            switch board.look(after: sequence) {
            case .page(let page): return page
            case .atEnd: try await board.wait(after: sequence)
            case .older:
                let entries = try await read {
                    try $0.entries(
                        after: sequence, limit: NoticeBoard.pageEntries,
                        bytes: NoticeBoard.pageBytes)
                }
                if entries.first?.numbers.lowerBound == sequence + 1 { return .entries(entries) }
                // The next ones were removed meanwhile, or are missing: go on with what there is.
                let next = entries.first?.numbers.lowerBound ?? board.latest + 1
                board.forget(before: next)
                return .gap(oldest: next)
            }
        }
    }

    /// The number of the last notice that was written down before `time`, by the system's clock.
    package nonisolated func sequence(before time: Timestamp) async throws -> Int {
        let (_, oldest, latest) = board.range
        let sequence = try await read { try $0.sequence(before: time) }
        return min(latest, max(oldest - 1, sequence))
    }

    /// The notices after `sequence` that fit the query, in order, at most `limit`.
    ///
    /// `isLast`: the last of them if there are more, instead of the first.
    package nonisolated func history(
        _ query: NoticeQuery, after sequence: Int, limit: Int, isLast: Bool
    ) async throws -> [NoticeEntry] {
        try await read {
            try $0.history(query, after: sequence, limit: limit, isLast: isLast)
        }
    }

    /// What notices of these devices name.
    package nonisolated func names(of devices: Set<DeviceID>) -> Set<DeviceID?> {
        Set(devices).union(devices.contains(device) ? [nil] : [])
    }

    /// Returns when no more will come.
    package nonisolated func untilFinished() async throws {
        while !board.isFinished { try await board.wait(after: .max) }
    }

    nonisolated func read<Result: Sendable>(
        _ body: @Sendable (NoticeStore) throws -> Result
    ) async throws -> Result {
        let log = board.log
        do {
            return try await reader.with(log, body)
        } catch let error where Self.isDamage(error) {
            await replace(log, after: error)
            throw error
        }
    }

    /// A reader has found the database of `log` damaged; another reader may have said so already.
    private func replace(_ log: LogID, after error: any Error) {
        if log == board.log { begin(after: error) }
    }
}
