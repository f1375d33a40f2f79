package import Geofencing
import Glibc
package import Posix
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
        /// The disk is full: notices are written to the room that was kept for them.
        case usesSpare
        /// There is room again that can be kept.
        case spareKept
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
        /// Why they cannot be, or soon cannot be.
        package var problem: String?
    }

    /// Notices that wait in memory while they cannot be written; then the tracker waits.
    package static let mostWaiting = 10_000
    /// Between two tries to write.
    private static let retry = Duration.seconds(1)
    /// Between two looks for room that can be kept.
    private static let lookForRoom = Duration.seconds(10)
    /// Between two looks for what is too old to keep.
    private static let upkeep = Duration.seconds(60)
    /// Rows that are removed at once.
    private static let pruned = 256
    /// Bytes of the disk that are kept for when it is full: as much as some thousand notices take.
    package static let spareRoom = 4 << 20
    /// How long writing a notice may wait for another process, which there should be none of.
    private static let writingPatience = Duration.milliseconds(50)

    /// The room that is kept for notices in a state directory.
    package static func spareRoom(in directory: String) -> SpareRoom {
        SpareRoom(path: "\(directory)/notifications.spare", size: spareRoom)
    }

    private nonisolated let executor: any SerialExecutor
    private let clock: any Clock<Duration>
    let reader: NoticeReader
    nonisolated let board: NoticeBoard
    private let path: String
    private let source: String
    private let now: @Sendable () -> Timestamp
    private let observe: @Sendable (Event) -> Void
    private var settings: Settings
    /// How long writing may wait for another process.
    private let patience: Duration

    /// `nil` while it cannot be opened.
    private var store: NoticeStore?
    private let lastReported: LastReported
    private var waiting: [Transition] = []
    private var state: TrackerState?
    /// As it was written.
    private var lastState: TrackerState?
    /// Whether the number in the file beside may be too small.
    private var isUnmarked = false
    private var journey: String?
    private var problem: (any Error)?
    /// Ends the rest of `run`.
    private var alarm: AsyncStream<Void>.Continuation?
    private var nextTry = ContinuousClock.now
    private let stateClock = StateClock()
    private let spare: SpareRoom
    /// Whether there is less room on the disk than is kept for notices.
    private var isNearlyFull = false
    private var retention: RetentionClock
    /// Seconds by a clock that nobody sets.
    private let uptime: @Sendable () -> Double

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// `directory`: where the database is, which no one else writes. `source`: who tells, as in
    /// `/geofenced/pi-car`. `patience`: so long is waited for another process that writes, which
    /// there should be none of. `executor`: where it writes, and may wait for the disk; `nil`: on a
    /// thread of its own. `clock`: by which it rests. `now`: the system's clock. `uptime`: seconds by
    /// a clock that nobody sets.
    package init(
        in directory: String, source: String, settings: Settings = Settings(),
        patience: Duration = .seconds(5), newLog: () -> LogID = LogID.random,
        on executor: (any SerialExecutor)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Double,
        observe: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws {
        path = "\(directory)/\(Self.fileName)"
        let last = try LastReported(path: "\(directory)/notifications\(LastReported.suffix)")
        let opened = try Self.open(path, last, settings, patience, newLog, now, observe)
        self.patience = min(patience, Self.writingPatience)
        opened.store.wait(atMost: self.patience)
        retention = RetentionClock(known: try opened.store.lastWritten(), uptime: uptime())
        spare = Self.spareRoom(in: directory)
        lastReported = last
        store = opened.store
        board = NoticeBoard(opened.log, oldest: opened.oldest, latest: opened.latest)
        self.executor = executor ?? DatabaseQueue(label: "notifications")
        self.clock = clock
        reader = NoticeReader(path)
        (self.source, self.settings) = (source, settings)
        (self.now, self.uptime, self.observe) = (now, uptime, observe)
    }

    // MARK: Writing

    /// Takes notices and the tracker's state; returns when they are written, or wait because they
    /// cannot be.
    package func append(_ transitions: [Transition], _ state: TrackerState) async throws {
        waiting += transitions
        self.state = state
        if problem == nil || ContinuousClock.now >= nextTry { flush() }
        guard !transitions.isEmpty, waiting.count > Self.mostWaiting else { return }
        observe(.stopped(waiting: waiting.count))
        while waiting.count > Self.mostWaiting {
            try await clock.sleep(for: Self.retry)
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
        } catch SQLiteError.full where spare.release() {
            isNearlyFull = true
            observe(.usesSpare)
            flush()
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
        for entry in entries { retention.compare(entry.time, recorded, uptime: uptime()) }
        let known = retention.now(recorded, uptime: uptime())
        try store.write(entries, state, journey: journey, at: known)
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
            try lastReported.write(log, sequence)
            isUnmarked = false
        } catch {
            if !isUnmarked { observe(.unmarked(error)) }
            isUnmarked = true
        }
    }

    /// The database, opened again if that was not possible the last time.
    private func opened() throws -> NoticeStore {
        if let store, !store.isAlone { return store }
        store = nil
        let opened = try Self.open(
            path, lastReported, settings, patience, LogID.random, now, observe)
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
        if problem == nil {
            observe(.held(error))
            alarm?.finish()
        }
        problem = error
        nextTry = .now + Self.retry
        // Of the others, one does not know what state they leave the connection in.
        switch error {
        case SQLiteError.full: store?.shrink()
        case SQLiteError.busy: break
        default: store = nil
        }
    }

    /// The database is damaged: another takes its place, and what waits is written there.
    func begin(after error: any Error) {
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
        while true {
            if problem == nil {
                if store?.isAlone == true { _ = try? opened() }
                let isRoomAgain = spare.keep()
                if isNearlyFull, isRoomAgain { observe(.spareKept) }
                isNearlyFull = !isRoomAgain
                lastReported.sync()
                try await prune()
            } else {
                flush()
            }
            let isWell = problem == nil && store?.isAlone != true
            await rest(for: !isWell ? Self.retry : isNearlyFull ? Self.lookForRoom : Self.upkeep)
            try Task.checkCancellation()
        }
    }

    /// Until the time is over, or there is something to do.
    private func rest(for time: Duration) async {
        let (alarms, alarm) = AsyncStream.makeStream(of: Void.self)
        self.alarm = alarm
        await withTaskGroup { group in
            // That it was woken is no error.
            group.addTask { [clock] in try? await clock.sleep(for: time) }
            group.addTask { for await _ in alarms {} }
            await group.next()
            group.cancelAll()
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
            let time = retention.now(now(), uptime: uptime())
            let count = try store.prune(
                before: time + -days, below: board.latest - settings.keepCount + 1, most: most)
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
            problem: problem.map { "\($0)" }
                ?? (isNearlyFull ? "\(SQLiteError.nearlyFull(path))" : nil))
    }

    /// Bytes, of the database without what is still to be moved into it; `nil` while it cannot be
    /// opened.
    package var size: Int? { try? store?.size() }

    /// No more will come: listeners read what there is, and then the end.
    package func finish() {
        flush()
        if !waiting.isEmpty { observe(.lost(waiting.count)) }
        lastReported.sync()
        board.finish()
    }
}
