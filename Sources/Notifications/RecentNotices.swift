package import Geofencing
import Synchronization

/// Numbers notices, keeps the latest in memory, and lets listeners read them at their own pace.
package final class RecentNotices: Journal {
    package let id: LogID

    /// Notices kept for listeners that are slow or come back.
    package static let kept = 10_000
    /// At most so many are handed out at once.
    private static let pageSize = 256

    private let source: String
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    /// One notice, ready to be sent.
    package struct Entry: Sendable {
        package var sequence: Int
        package var regionKind: String
        package var transition: Transition.Kind
        /// With its line end.
        package var line: [UInt8]
    }

    /// What a listener reads at one go.
    package enum Page: Sendable {
        case entries([Entry])
        /// What was asked for is no longer kept; it goes on from there.
        case gap(oldest: Int)
        case end
    }

    private struct State {
        var entries: [Entry] = []
        var last = 0
        var isFinished = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextTicket = 0
    }

    /// `source`: who tells, as in `/geofenced/pi-car`.
    package init(
        id: LogID = .random(), source: String, now: @escaping @Sendable () -> Timestamp
    ) {
        self.id = id
        self.source = source
        self.now = now
    }

    package func append(_ transitions: [Transition]) {
        let recorded = now()
        wake { state in
            for transition in transitions {
                state.last += 1
                let notice = Notice(
                    sequence: state.last, log: id, transition: transition, recorded: recorded)
                state.entries.append(
                    Entry(
                        sequence: state.last, regionKind: transition.region.kind,
                        transition: transition.kind, line: notice.cloudEvent(source: source)))
            }
            // A third more than is kept, so that the old ones are not moved out one by one.
            let surplus = state.entries.count - Self.kept
            if surplus > Self.kept / 3 { state.entries.removeFirst(surplus) }
        }
    }

    /// No more will come: listeners read what there is, and then the end.
    package func finish() {
        wake { $0.isFinished = true }
    }

    /// The number of the last notice; 0 if there was none yet.
    package var latest: Int { state.withLock(\.last) }

    /// The number of the oldest notice that is kept; without any, of the first to come.
    package var oldest: Int { state.withLock { $0.entries.first?.sequence ?? $0.last + 1 } }

    /// The notices after `sequence`, in order; waits until there is at least one.
    package func page(after sequence: Int) async throws -> Page {
        while true {
            let page: Page? = state.withLock { state in
                guard sequence < state.last else { return state.isFinished ? .end : nil }
                let oldest = state.entries[0].sequence
                guard sequence + 1 >= oldest else { return .gap(oldest: oldest) }
                return .entries(
                    Array(state.entries[(sequence + 1 - oldest)...].prefix(Self.pageSize)))
            }
            if let page { return page }
            try await waitForMore(than: sequence)
        }
    }

    /// Returns when no more will come.
    package func untilFinished() async throws {
        while !state.withLock(\.isFinished) { try await waitForMore(than: .max) }
    }

    private func waitForMore(than sequence: Int) async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if sequence < state.last || state.isFinished || Task.isCancelled { return true }
                    state.waiting[ticket] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
        try Task.checkCancellation()
    }

    /// Changes the state, then lets everyone who waits look again.
    private func wake(after change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }
}
