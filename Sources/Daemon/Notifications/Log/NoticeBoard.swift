import Geofencing
import Posix
import Synchronization

/// The newest notices of the log in memory, one copy for all listeners, and the listeners that wait.
final class NoticeBoard: Sendable {
    /// How many notices are kept, at most.
    static let mostEntries = 4096
    /// Bytes of them that are kept, at most.
    static let mostBytes = 8 << 20
    /// How many notices a page has, at most.
    static let pageEntries = 256
    /// Bytes after which a page ends.
    static let pageBytes = 256 << 10

    private let state: Mutex<State>
    /// Grows after each change of the state that a listener may wait for.
    private let news = ChangeCount()

    private struct State {
        var log: LogID
        /// Those before `start` are no longer kept, and are removed now and then.
        var entries: [NoticeEntry] = []
        var start = 0
        /// Of the entries from `start` on.
        var bytes = 0
        var oldest: Int
        var latest: Int
        var isFinished = false
    }

    /// What a listener finds.
    enum Look: Sendable {
        case page(NoticePage)
        /// It has had all.
        case atEnd
        /// What comes next is no longer in memory.
        case older
    }

    /// `oldest`: the number of the oldest notice that can be asked for.
    init(_ log: LogID, oldest: Int, latest: Int) {
        state = Mutex(State(log: log, oldest: oldest, latest: latest))
    }

    var log: LogID { state.withLock(\.log) }
    var oldest: Int { state.withLock(\.oldest) }
    var latest: Int { state.withLock(\.latest) }

    /// `log`, `oldest` and `latest` of one moment.
    var range: (log: LogID, oldest: Int, latest: Int) {
        state.withLock { ($0.log, $0.oldest, $0.latest) }
    }

    /// What there is now for a listener that has had all up to `sequence`.
    func look(after sequence: Int) -> Look {
        state.withLock { state in
            guard sequence < state.latest else {
                return state.isFinished ? .page(.end) : .atEnd
            }
            if sequence + 1 < state.oldest { return .page(.gap(oldest: state.oldest)) }
            guard state.start < state.entries.count,
                case let first = state.entries[state.start].sequence, sequence + 1 >= first
            else { return .older }
            let from = state.start + sequence + 1 - first
            var page: [NoticeEntry] = []
            var bytes = 0
            for entry in state.entries[from...] {
                if page.joins(entry) { continue }
                if page.count == Self.pageEntries || bytes >= Self.pageBytes { break }
                bytes += entry.line.count
                page.append(entry)
            }
            return .page(.entries(page))
        }
    }

    // MARK: News

    /// Adds notices, which follow those that are there.
    func post(_ entries: [NoticeEntry]) {
        guard let last = entries.last else { return }
        wake { state in
            state.latest = last.sequence
            for entry in entries { state.bytes += entry.line.count }
            state.entries += entries
            while state.entries.count - state.start > Self.mostEntries
                || state.bytes > Self.mostBytes
            {
                state.bytes -= state.entries[state.start].line.count
                state.start += 1
            }
            // Not one by one: each time, those that remain are moved.
            guard state.start > Self.mostEntries else { return }
            state.entries.removeFirst(state.start)
            state.start = 0
        }
    }

    /// Another log begins; all listeners are told of a gap.
    func begin(_ log: LogID, first: Int) {
        wake { state in
            (state.log, state.oldest, state.latest) = (log, first, first - 1)
            (state.entries, state.start, state.bytes) = ([], 0, 0)
        }
    }

    /// The notices before `oldest` are no longer kept.
    func forget(before oldest: Int) {
        state.withLock { state in
            state.oldest = max(state.oldest, oldest)
            while state.start < state.entries.count,
                state.entries[state.start].sequence < state.oldest
            {
                state.bytes -= state.entries[state.start].line.count
                state.start += 1
            }
        }
    }

    /// The notices that name one of `devices` are forgotten.
    func forget(_ devices: Set<DeviceID?>) {
        state.withLock { state in
            for (i, entry) in state.entries.enumerated() where devices.contains(entry.device) {
                if i >= state.start { state.bytes -= entry.line.count }
                state.entries[i] = .forgotten(entry.sequence, recorded: entry.recorded)
            }
        }
    }

    /// No more will come.
    func finish() {
        wake { $0.isFinished = true }
    }

    var isFinished: Bool { state.withLock(\.isFinished) }

    // MARK: Waiting

    /// Returns when there is a notice after `sequence`, or no more will come.
    func wait(after sequence: Int) async throws {
        try Task.checkCancellation()
        var seen = news.number
        while !state.withLock({ sequence < $0.latest || $0.isFinished }) {
            seen = try await news.next(after: seen)
        }
    }

    /// Changes the state, then wakes those who wait.
    private func wake(after change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        news.advance()
    }
}
