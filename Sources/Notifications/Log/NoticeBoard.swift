import Synchronization

/// The newest lines of the log in memory, one copy for all listeners, and who waits for more.
final class NoticeBoard: Sendable {
    /// Lines that are kept, at most, and their bytes.
    static let mostEntries = 4096
    static let mostBytes = 8 << 20
    /// What is handed out at once.
    static let pageEntries = 256
    static let pageBytes = 256 << 10

    private let state: Mutex<State>

    private struct State {
        var log: LogID
        /// Those before `start` have been given up, and are moved out now and then.
        var entries: [NoticeEntry] = []
        var start = 0
        var bytes = 0
        var oldest: Int
        var latest: Int
        var isFinished = false
        var waiting: [Int: Waiter] = [:]
        var nextTicket = 0

        /// Whether there is something for whoever has all up to `sequence`.
        func isDue(after sequence: Int) -> Bool { sequence < latest || isFinished }
    }

    private struct Waiter {
        let sequence: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    /// Where a listener is.
    enum Look: Sendable {
        case page(NoticePage)
        /// It has all there is.
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

    /// The three of one moment.
    var range: (log: LogID, oldest: Int, latest: Int) {
        state.withLock { ($0.log, $0.oldest, $0.latest) }
    }

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
            var end = from
            var bytes = 0
            while end < state.entries.count, end - from < Self.pageEntries, bytes < Self.pageBytes {
                bytes += state.entries[end].line.count
                end += 1
            }
            return .page(.entries(Array(state.entries[from..<end])))
        }
    }

    // MARK: News

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
            // Not one by one: what remains is moved each time.
            guard state.start > Self.mostEntries else { return }
            state.entries.removeFirst(state.start)
            state.start = 0
        }
    }

    /// Another log begins; whoever listens is told of a gap.
    func begin(_ log: LogID, first: Int) {
        wake { state in
            (state.log, state.oldest, state.latest) = (log, first, first - 1)
            (state.entries, state.start, state.bytes) = ([], 0, 0)
        }
    }

    /// Older notices than that are gone.
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

    func finish() {
        wake { $0.isFinished = true }
    }

    var isFinished: Bool { state.withLock(\.isFinished) }

    // MARK: Waiting

    /// Returns when there is more, or no more to come.
    func wait(after sequence: Int) async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if state.isDue(after: sequence) || Task.isCancelled { return true }
                    state.waiting[ticket] = Waiter(sequence: sequence, continuation: continuation)
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.continuation.resume()
        }
        try Task.checkCancellation()
    }

    /// Changes the state, then lets those look again for whom there is something.
    private func wake(after change: (inout State) -> Void) {
        let due = state.withLock { state in
            change(&state)
            let due = state.waiting.filter { state.isDue(after: $0.value.sequence) }
            for ticket in due.keys { state.waiting[ticket] = nil }
            return due.values
        }
        for waiter in due { waiter.continuation.resume() }
    }
}
