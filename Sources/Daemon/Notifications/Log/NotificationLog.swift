package import Geofencing
import SQLite

/// Numbers notices, writes them down with what the tracker goes on from, and lets listeners read
/// them at their own pace.
///
/// A notice is in the database before a listener can read it. A listener costs nothing but a number,
/// its `NoticeCursor`: it reads what is in memory, or for a moment from the database.
package actor NotificationLog: Journal {
    /// In the daemon's state directory.
    package static let fileName = "notifications.sqlite"

    /// What the configuration says of the log.
    package struct Settings: Hashable, Sendable {
        package var durability: NoticeStore.Durability
        /// Days after which a notice is removed.
        package var keepDays: Int
        /// How many notices are kept; some hundreds more may be there for a while.
        package var keepCount: Int
        /// Days after which a position is removed.
        package var keepPositionDays: Int

        package init(
            durability: NoticeStore.Durability = .full, keepDays: Int = 90,
            keepCount: Int = 1_000_000, keepPositionDays: Int = 30
        ) {
            self.durability = durability
            self.keepDays = keepDays
            self.keepCount = keepCount
            self.keepPositionDays = keepPositionDays
        }
    }

    /// How many notices may wait in memory while they cannot be written; with more, the tracker waits.
    package static let mostWaiting = 10_000
    /// How long writing a notice may wait for another process; there should be none.
    private static let writingPatience = Duration.milliseconds(50)

    private nonisolated let executor: any SerialExecutor
    /// By which the log rests between two tries.
    let clock: any Clock<Duration>
    let reader: NoticeReader
    nonisolated let board: NoticeBoard
    let path: String
    private let source: String
    /// The daemon's own source: notices of before there were other devices are its, and name none.
    package nonisolated let device: DeviceID
    /// Whether the own source is a receiver.
    private var isLive = false
    /// The system's clock.
    let now: @Sendable () -> Timestamp
    let observe: @Sendable (Event) -> Void
    private(set) var settings: Settings
    /// How long writing may wait for another process.
    private let patience: Duration

    /// `nil` while it cannot be opened.
    private(set) var store: NoticeStore?
    let lastReported: LastReported
    /// What is to be written next.
    private var waiting: [Transition] = []
    /// The exits among them that nobody is told.
    private var exits: [UntoldExit] = []
    /// The tracker's state, to be written next; `nil` if it has been written.
    private var state: TrackerState?
    /// The state that was written last.
    private var lastState: TrackerState?
    /// What devices are waiting for.
    var updates: [WaitingUpdate] = []
    /// Whether the number in the file beside the database may be too small.
    private var isUnmarked = false
    /// What the states are of; `nil` if that can be read only once.
    private var journey: String?
    /// Why notices cannot be written; `nil` if they can.
    private(set) var problem: (any Error)?
    /// Ends the rest of `run`.
    var alarm: AsyncStream<Void>.Continuation?
    private(set) var nextTry = ContinuousClock.now
    private let stateClock = StateClock()
    var room: NoticeRoom
    var retention: RetentionClock
    /// Seconds by a clock that nobody sets.
    let uptime: @Sendable () -> Double

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens the database, or makes it; throws if it cannot be opened.
    ///
    /// `directory`: where the database is; nobody else writes there. `source`: who tells, as in
    /// `/geofenced/pi-car`. `device`: the daemon's own source. `patience`: how long it waits for another process that writes; there
    /// should be none. `executor`: where it writes, and may wait for the disk; `nil` is a thread of
    /// its own. `clock`: by which it rests. `now`: the system's clock. `uptime`: seconds by a clock
    /// that nobody sets.
    package init(
        in directory: String, source: String, device: DeviceID = DeviceID(fitting: ""),
        settings: Settings = Settings(),
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
        room = NoticeRoom(in: directory)
        lastReported = last
        store = opened.store
        board = NoticeBoard(opened.log, oldest: opened.oldest, latest: opened.latest)
        self.executor = executor ?? DatabaseQueue(label: "notifications")
        self.clock = clock
        reader = NoticeReader(path)
        (self.source, self.device, self.settings) = (source, device, settings)
        (self.now, self.uptime, self.observe) = (now, uptime, observe)
    }

    // MARK: Writing

    /// Takes transitions to be told, and the tracker's state after them.
    ///
    /// Returns when they are written, or when they wait in memory because they cannot be written.
    package func append(_ transitions: [Transition], _ state: TrackerState) async throws {
        exits += state.exits.map { UntoldExit($0.transition, told: waiting.count + $0.told) }
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

    /// From now on, states are of this journey; `nil` if it can be read only once. `isLive`:
    /// whether it is a receiver's.
    package func follow(_ journey: String?, isLive: Bool = false) {
        (self.journey, self.isLive) = (journey, isLive)
    }

    /// What the tracker knew when it was written down last, and of which journey.
    package func trackerState() throws -> (state: TrackerState, journey: String?)? {
        try store?.trackerState()
    }

    /// Writes what waits, if that is possible now.
    func flush() {
        guard hasWork || problem != nil else { return }
        do {
            try write()
        } catch SQLiteError.full where room.release() {
            observe(.usesSpare)
            flush()
        } catch {
            if Self.isDamage(error) {
                begin(after: error)
            } else {
                suspend(after: error)
            }
        }
    }

    private var hasWork: Bool { !waiting.isEmpty || state != nil || !updates.isEmpty }

    private func write() throws {
        let store = try opened()
        guard hasWork else {
            // Whether something could be written.
            try store.goOn(with: board.log, at: now())
            problem = nil
            return
        }
        let recorded = now()
        let log = board.log
        let entries = entries(of: log, after: board.latest, recorded)
        let updates = updates
        for entry in entries { retention.compare(entry.time, recorded, uptime: uptime()) }
        let known = retention.now(recorded, uptime: uptime())
        try store.write(
            entries, state, journey: journey, of: device, updates.map(\.update),
            exits: untold(of: log, after: board.latest, recorded), at: known)
        if let last = entries.last { mark(log, last.sequence) }
        let waited = waiting.count
        (waiting, exits) = ([], [])
        (lastState, state) = (state ?? lastState, nil)
        stateClock.restart()
        if problem != nil { observe(.writtenAgain(count: entries.count)) }
        problem = nil
        board.post(entries)
        answer(updates, entries.dropFirst(waited).map(\.sequence))
        pruneSurplus()
    }

    /// What waits, numbered: first that of the own source.
    private func entries(
        of log: LogID, after latest: Int, _ recorded: Timestamp
    ) -> [NoticeEntry] {
        let own = waiting.map { (device, $0, isLive) }
        let others = updates.flatMap { waiting in
            waiting.update.transitions.map { (waiting.update.device, $0, true) }
        }
        return (own + others).enumerated().map { i, told in
            let (device, transition, isLive) = told
            let notice = Notice(
                sequence: latest + 1 + i, log: log, device: device, transition: transition,
                isLive: isLive, recorded: recorded)
            return entry(notice, of: device, recorded)
        }
    }

    private func entry(
        _ notice: Notice, of device: DeviceID, _ recorded: Timestamp
    ) -> NoticeEntry {
        let transition = notice.transition
        var entry = NoticeEntry(
            sequence: notice.sequence, device: device, regionKind: transition.region.kind,
            transition: transition.kind, line: notice.cloudEvent(source: source),
            recorded: recorded, time: transition.time)
        entry.isTold = notice.isTold
        return entry
    }

    /// The exits that nobody is told, each with the number of the last notice before it.
    private func untold(
        of log: LogID, after latest: Int, _ recorded: Timestamp
    ) -> [NoticeEntry] {
        var all = exits.map { (device, $0.transition, latest + $0.told) }
        var last = latest + waiting.count
        for update in updates.map(\.update) {
            all += update.exits.map { (update.device, $0.transition, last + $0.told) }
            last += update.transitions.count
        }
        return all.map { device, transition, number in
            // When it is written is not in it, so that it is the same if it is written twice.
            var notice = Notice(
                sequence: number, log: log, device: device, transition: transition, recorded: nil)
            notice.isTold = false
            return entry(notice, of: device, recorded)
        }
    }

    /// `numbers`: of the notices of these updates, which have been written.
    private func answer(_ updates: [WaitingUpdate], _ numbers: [Int]) {
        var rest = numbers[...]
        for waiting in updates {
            let count = waiting.update.transitions.count
            waiting.answer.resume(returning: Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        self.updates.removeFirst(updates.count)
    }

    /// Notes the number of the last notice. An error is not fatal: the notices have been written.
    private func mark(_ log: LogID, _ sequence: Int) {
        do {
            try lastReported.write(log, sequence)
            isUnmarked = false
        } catch {
            if !isUnmarked { observe(.unmarked(error)) }
            isUnmarked = true
        }
    }

    /// Whether the database is open, and can be opened by readers too.
    var isOpen: Bool { store.map { !$0.isAlone } ?? false }

    /// The database as it is open, also if nothing can be written there: `run` opens it again then.
    func readable() throws -> NoticeStore { try store ?? opened() }

    /// The database, opened again if that was not possible the last time.
    func opened() throws -> NoticeStore {
        if isOpen, let store { return store }
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
            let count = min(written.count, waiting.count)
            waiting.removeFirst(count)
            for i in exits.indices { exits[i].told = max(0, exits[i].told - count) }
            board.post(written)
        }
        return opened.store
    }

    /// Notices wait in memory from now on, until they can be written again.
    private func suspend(after error: any Error) {
        if problem == nil {
            observe(.suspended(error))
            alarm?.finish()
        }
        problem = error
        nextTry = .now + Self.retry
        // What devices sent is not kept in memory: they send it again.
        for waiting in updates { waiting.answer.resume(throwing: error) }
        updates = []
        // SQLite may leave the connection in any state after the other errors.
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
            let aside = try Self.setAside(path, at: now(), error, observe)
            state = state ?? lastState
            try opened().adoptDevices(from: aside)
            try write()
        } catch {
            suspend(after: error)
        }
    }

    // MARK: While it runs

    /// Goes on with other settings.
    package func adopt(_ settings: Settings) {
        if settings.durability != self.settings.durability { store = nil }
        self.settings = settings
    }

    package var condition: Condition {
        let (log, oldest, latest) = board.range
        return Condition(
            log: log, oldest: oldest, latest: latest, waiting: waiting.count,
            problem: problem.map { "\($0)" }
                ?? (room.isNearlyFull ? "\(SQLiteError.nearlyFull(path))" : nil))
    }

    /// Bytes of the database, without its write-ahead log; `nil` while it cannot be opened.
    package var size: Int? { try? store?.size() }

    /// No more will come: listeners read what there is, and then the end.
    package func finish() {
        flush()
        if !waiting.isEmpty { observe(.lost(waiting.count)) }
        lastReported.sync()
        board.finish()
    }
}
