package import Geofencing
import Glibc
import Posix
import SQLite

/// Numbers notices, writes them down with what the tracker goes on from, and lets listeners read
/// them at their own pace.
///
/// A notice is in the database before anybody can read it here. A listener is a number: it reads
/// what is in memory, or for a moment from the database.
package actor NotificationLog: Journal {
    /// In the daemon's state directory.
    package static let fileName = "notifications.sqlite"

    /// What can be set.
    package struct Settings: Hashable, Sendable {
        package var durability: NoticeStore.Durability
        /// How long notices are kept, at most.
        package var keepDays: Int
        /// How many notices are kept, at most, and some hundreds.
        package var keepCount: Int

        package init(
            durability: NoticeStore.Durability = .full, keepDays: Int = 90,
            keepCount: Int = 1_000_000
        ) {
            self.durability = durability
            self.keepDays = keepDays
            self.keepCount = keepCount
        }
    }

    /// What whoever runs it may want to log.
    package enum Event: Sendable {
        /// A database that cannot be used was moved to `path`.
        case setAside(path: String, error: any Error)
        /// The numbers go on in another log: the database had lost some that were told.
        case begun(LogID, first: Int, after: Int)
        /// Notices cannot be written; they wait in memory.
        case held(any Error)
        /// There is no room for more of them: the tracker waits as well.
        case stopped(waiting: Int)
        case writtenAgain(count: Int)
        /// The number that was told last cannot be written to the file beside the database.
        case unmarked(any Error)
        /// It ends, and so many could not be written.
        case lost(Int)
    }

    /// How it is.
    package struct Condition: Sendable {
        package var log: LogID
        package var oldest: Int
        package var latest: Int
        /// Notices that wait to be written.
        package var waiting: Int
        /// Why they cannot be.
        package var problem: String?
    }

    /// Notices that wait in memory while they cannot be written; then the tracker waits.
    package static let mostWaiting = 10_000
    /// Between two tries to write.
    private static let retry = Duration.seconds(1)
    /// Rows that are removed at once.
    private static let pruned = 256

    private let queue: DatabaseQueue
    private let reader: NoticeReader
    private nonisolated let board: NoticeBoard
    private let path: String
    private let source: String
    private let now: @Sendable () -> Timestamp
    private let observe: @Sendable (Event) -> Void
    private var settings: Settings

    /// `nil` while it cannot be opened.
    private var store: NoticeStore?
    private let lastTold: LastTold
    private var waiting: [Transition] = []
    private var state: TrackerState?
    /// As it was written.
    private var lastState: TrackerState?
    /// Whether the number in the file beside may be too small.
    private var isUnmarked = false
    private var journey: String?
    private var problem: (any Error)?
    private var nextTry = ContinuousClock.now
    private let stateClock = StateClock()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// `directory`: where the database is, which no one else writes. `source`: who tells, as in
    /// `/geofenced/pi-car`. `now`: the system's clock.
    package init(
        in directory: String, source: String, settings: Settings = Settings(),
        newLog: () -> LogID = LogID.random, now: @escaping @Sendable () -> Timestamp,
        observe: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws {
        path = "\(directory)/\(Self.fileName)"
        let last = try LastTold(path: "\(directory)/notifications\(LastTold.suffix)")
        let opened = try Self.open(path, last, settings, newLog, now, observe)
        lastTold = last
        store = opened.store
        board = NoticeBoard(opened.log, oldest: opened.oldest, latest: opened.latest)
        queue = DatabaseQueue(label: "notifications")
        reader = NoticeReader(path)
        (self.source, self.settings, self.now, self.observe) = (source, settings, now, observe)
    }

    // MARK: Writing

    /// Takes notices and the tracker's state; returns when they are written, or wait because they
    /// cannot be.
    package func append(_ transitions: [Transition], _ state: TrackerState) async throws {
        waiting += transitions
        self.state = state
        if problem == nil || ContinuousClock.now >= nextTry { flush() }
        guard waiting.count > Self.mostWaiting else { return }
        observe(.stopped(waiting: waiting.count))
        while waiting.count > Self.mostWaiting {
            try await Task.sleep(for: Self.retry)
            flush()
        }
    }

    package nonisolated func wantsState(after reports: Int) -> Bool {
        stateClock.isDue(reports)
    }

    /// What the states to come are of, and go on from; `nil` if that can be read only once.
    package func follow(_ journey: String?) {
        self.journey = journey
    }

    /// What the tracker knew when it was written down last, and of which journey.
    package func trackerState() throws -> (state: TrackerState, journey: String?)? {
        try store?.trackerState()
    }

    private func flush() {
        guard !waiting.isEmpty || state != nil else { return }
        do {
            try write()
        } catch {
            if Self.isDamage(error) {
                begin(after: error)
            } else {
                hold(error)
            }
        }
    }

    private func write() throws {
        let store = try opened()
        if waiting.isEmpty, state == nil { return }
        let recorded = now()
        let (log, latest) = (board.log, board.latest)
        let entries = waiting.enumerated().map { i, transition in
            let notice = Notice(
                sequence: latest + 1 + i, log: log, transition: transition, recorded: recorded)
            return NoticeEntry(
                sequence: notice.sequence, regionKind: transition.region.kind,
                transition: transition.kind, line: notice.cloudEvent(source: source),
                recorded: recorded, time: transition.time)
        }
        try store.write(entries, state, journey: journey, at: recorded)
        if let last = entries.last { mark(log, last.sequence) }
        waiting = []
        (lastState, state) = (state ?? lastState, nil)
        stateClock.restart()
        if problem != nil { observe(.writtenAgain(count: entries.count)) }
        problem = nil
        board.post(entries)
        pruneSurplus()
    }

    /// They are written down, and told whether this succeeds or not.
    private func mark(_ log: LogID, _ sequence: Int) {
        do {
            try lastTold.write(log, sequence)
            isUnmarked = false
        } catch {
            if !isUnmarked { observe(.unmarked(error)) }
            isUnmarked = true
        }
    }

    /// The database, opened again if that was not possible the last time.
    private func opened() throws -> NoticeStore {
        if let store { return store }
        let opened = try Self.open(
            path, lastTold, settings, LogID.random, now, observe)
        store = opened.store
        if opened.log != board.log {
            board.begin(opened.log, first: opened.latest + 1)
        } else {
            // A transaction that failed at its very end may have been written all the same.
            let written = try opened.store.entries(
                after: board.latest, limit: .max, bytes: .max)
            waiting.removeFirst(min(written.count, waiting.count))
            board.post(written)
        }
        return opened.store
    }

    private func hold(_ error: any Error) {
        if problem == nil { observe(.held(error)) }
        problem = error
        nextTry = .now + Self.retry
        // Of the others, one does not know what state they leave the connection in.
        switch error {
        case SQLiteError.full, SQLiteError.busy: break
        default: store = nil
        }
    }

    /// The database is damaged: another takes its place, and what waits is written there.
    private func begin(after error: any Error) {
        store = nil
        do {
            try Self.setAside(path, at: now(), error, observe)
            state = state ?? lastState
            try write()
        } catch {
            hold(error)
        }
    }

    // MARK: Forgetting

    /// Runs until it is cancelled: writes what waits as soon as it can, and removes what is too
    /// old to keep.
    package func run() async throws {
        var ticks = 0
        while true {
            if problem != nil { flush() }
            if ticks.isMultiple(of: 60) {
                lastTold.sync()
                try await prune()
            }
            ticks += 1
            try await Task.sleep(for: Self.retry)
        }
    }

    /// Removes what is too old to keep, a little at a time.
    package func prune() async throws {
        while pruneOnce(most: Self.pruned) == Self.pruned {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func pruneOnce(most: Int) -> Int {
        guard problem == nil, let store else { return 0 }
        let days = Double(settings.keepDays) * 86_400
        do {
            let count = try store.prune(
                before: now() + -days, below: board.latest - settings.keepCount + 1, most: most)
            if count > 0 {
                board.forget(before: try store.numbers()?.lowerBound ?? board.latest + 1)
            }
            return count
        } catch {
            // What cannot be removed now can be later; writing tells what is wrong.
            return 0
        }
    }

    private func pruneSurplus() {
        let surplus = board.latest - board.oldest + 1 - settings.keepCount
        if surplus >= Self.pruned { _ = pruneOnce(most: surplus) }
    }

    // MARK: While it runs

    package func adopt(_ settings: Settings) {
        if settings.durability != self.settings.durability { store = nil }
        self.settings = settings
    }

    package var condition: Condition {
        let (log, oldest, latest) = board.range
        return Condition(
            log: log, oldest: oldest, latest: latest, waiting: waiting.count,
            problem: problem.map { "\($0)" })
    }

    /// No more will come: listeners read what there is, and then the end.
    package func finish() {
        flush()
        if !waiting.isEmpty { observe(.lost(waiting.count)) }
        lastTold.sync()
        board.finish()
    }
}

// MARK: - Reading

extension NotificationLog {
    package nonisolated var id: LogID { board.log }
    /// The number of the last notice; 0 if there was none yet.
    package nonisolated var latest: Int { board.latest }
    /// The number of the oldest notice that is kept; without any, of the first to come.
    package nonisolated var oldest: Int { board.oldest }
    /// The three of one moment.
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
                if entries.first?.sequence == sequence + 1 { return .entries(entries) }
                // Removed meanwhile, or missing: what comes next is what there is.
                let next = entries.first?.sequence ?? board.latest + 1
                board.forget(before: next)
                return .gap(oldest: next)
            }
        }
    }

    /// The number of the last notice that was written down before `time`.
    package nonisolated func sequence(before time: Timestamp) async throws -> Int {
        let (_, oldest, latest) = board.range
        let sequence = try await read { try $0.sequence(before: time) }
        return min(latest, max(oldest - 1, sequence))
    }

    /// Those after `sequence` that fit the query, so many at most, in order; or the last so many.
    package nonisolated func history(
        _ query: NoticeQuery, after sequence: Int, limit: Int, isLast: Bool
    ) async throws -> [NoticeEntry] {
        try await read {
            try $0.history(query, after: sequence, limit: limit, isLast: isLast)
        }
    }

    /// Returns when no more will come.
    package nonisolated func untilFinished() async throws {
        while !board.isFinished { try await board.wait(after: .max) }
    }

    private nonisolated func read<Result: Sendable>(
        _ body: @Sendable (NoticeStore) throws -> Result
    ) async throws -> Result {
        let log = board.log
        do {
            return try await reader.with(log, body)
        } catch  where Self.isDamage(error) {
            await replace(log, after: error)
            throw error
        }
    }

    /// A reader has found the database of `log` damaged; another may have said so already.
    private func replace(_ log: LogID, after error: any Error) {
        if log == board.log { begin(after: error) }
    }
}

// MARK: - Opening

extension NotificationLog {
    private struct Opened {
        var store: NoticeStore
        var log: LogID
        var oldest: Int
        var latest: Int
    }

    private static func open(
        _ path: String, _ last: LastTold, _ settings: Settings, _ newLog: () -> LogID,
        _ now: () -> Timestamp, _ observe: (Event) -> Void
    ) throws -> Opened {
        let store: NoticeStore
        do {
            store = try NoticeStore(path: path, durability: settings.durability)
        } catch  where isDamage(error) {
            try setAside(path, at: now(), error, observe)
            store = try NoticeStore(path: path, durability: settings.durability)
        }
        let numbers = try store.numbers()
        if let (log, first) = try store.currentLog() {
            let latest = max(first - 1, numbers?.upperBound ?? 0)
            if goesOn(log, first: first, latest: latest, last.told) {
                try last.write(log, latest)
                let oldest = numbers.map { max(first, $0.lowerBound) } ?? latest + 1
                return Opened(store: store, log: log, oldest: oldest, latest: latest)
            }
        }
        // One number is left out, so that who comes back with the last one is told as well.
        let told = max(numbers?.upperBound ?? 0, last.told?.sequence ?? 0)
        let first = told == 0 ? 1 : told + 2
        let log = newLog()
        try store.begin(log, first: first, at: now())
        try last.write(log, first - 1)
        if told > 0 { observe(.begun(log, first: first, after: told)) }
        return Opened(store: store, log: log, oldest: first, latest: first - 1)
    }

    /// Whether the database has all that was told.
    private static func goesOn(
        _ log: LogID, first: Int, latest: Int, _ told: (log: LogID, sequence: Int)?
    ) -> Bool {
        // The process may have ended before it wrote that a log has begun.
        if latest < first { return told.map { $0.sequence < first } ?? true }
        guard let told else { return false }
        return told.log == log && told.sequence <= latest
    }

    private static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case SQLiteError.damaged, SQLiteError.notADatabase, SQLiteError.constraint: true
        default: false
        }
    }

    /// Moves a database that cannot be used out of the way, with what belongs to it.
    private static func setAside(
        _ path: String, at time: Timestamp, _ error: any Error, _ observe: (Event) -> Void
    ) throws {
        let moment = time.description.prefix(19).filter { $0 != ":" }
        var aside = "\(path).damaged-\(moment)Z"
        while InputFile.exists(aside) { aside += "+" }
        guard rename(path, aside) == 0 else { throw FileError.cannotWrite(aside, .current) }
        for suffix in ["-wal", "-shm"] where InputFile.exists(path + suffix) {
            guard rename(path + suffix, aside + suffix) == 0 else {
                throw FileError.cannotWrite(aside + suffix, .current)
            }
        }
        observe(.setAside(path: aside, error: error))
    }
}
