import API
import EventLoops
import Geofencing
import Glibc
import HTTPService
import Interests
import Logging
import Notifications
import Places
import Positions
import Posix
import ServiceLifecycle
import Settings

/// Builds all services, and runs them until the trace has ended or a signal says so.
struct Services: Sendable {
    private let configuration: Configuration
    private let lock: DirectoryLock
    private let places: PlaceDatabase
    private let regions: RegionsInUse
    private let notices: NotificationLog
    private let isFromStart: Bool
    private let listeners = ListenerCount()
    private let tracker: Tracker
    private let fleet: Fleet
    private let load: @Sendable () throws -> Configuration
    private let signals: Signals
    private let log: Logger
    private let started = now()
    /// `nil` if systemd has not started the daemon.
    private let systemd = SystemdNotifier()
    private let passed = PassedSockets()

    init(
        _ configuration: Configuration, reload load: @escaping @Sendable () throws -> Configuration,
        fromStart: Bool, signals: Signals, _ log: Logger
    ) throws {
        self.configuration = configuration
        (self.signals, self.log) = (signals, log)
        isFromStart = fromStart
        (lock, places, notices) = try Self.state(configuration, log)
        regions = try RegionsInUse(configuration, places)
        let moves = LatestChanges<DeviceID, Fix>()
        let tracker = Tracker(
            regions: regions, journal: notices, rules: configuration.rules,
            reporting: configuration.notifications.transitions, keepsReports: true,
            notify: { log.report($0) },
            onMove: { moves.note($0, of: configuration.device.id) }, uptime: uptime())
        self.tracker = tracker
        fleet = Fleet(
            configuration.fleet, regions: OthersRegions(all: regions), journal: notices,
            moves: moves,
            now: { trustedNow() }, uptime: uptime())
        self.load = load
    }

    func run() async throws {
        defer { withExtendedLifetime(lock) {} }
        // This comes before anybody can know of the daemon, and before anything has begun that must
        // be ended in order.
        signals.handle()
        let listening = try ListeningSockets(configuration, passed, log)
        defer { listening.remove() }
        let (descriptor, control) = (listening.notifications, listening.control)
        // The last service stops first: so its last notices still reach listeners.
        try await ServiceGroup.run([
            .init(
                service: Running {
                    // The socket ends when the group asks for it, and not before: the group takes a
                    // service that ends earlier for a failure.
                    async let _: Void = finishWhenGracefulShutdown()
                    try await NotificationSocket(
                        notices, descriptor: descriptor, listeners: listeners
                    ).run()
                }),
            .cancelled { try await notices.run() },
            .init(service: Running { try await api.socket(descriptor: control, log: log).run() }),
            .init(
                service: Reload(at: signals, systemd, log, adopt: adopt),
                successTerminationBehavior: .ignore),
            .cancelled(tidyPlaces),
            .end(at: signals),
            .init(
                service: Supervision(
                    of: SupervisedTracker(tracker, source: configuration.source), by: systemd),
                successTerminationBehavior: .ignore),
            .init(
                service: Running { try await track() },
                successTerminationBehavior: .gracefullyShutdownGroup,
                failureTerminationBehavior: .gracefullyShutdownGroup),
        ])
    }

    /// Has the configuration count as it is now. Returns the keys that count only at a restart.
    @Sendable private func adopt() async throws -> [String] {
        let next = try load()
        try await regions.read(next)
        await tracker.adopt(next.rules, reporting: next.notifications.transitions)
        await tracker.regionsChanged()
        await fleet.adopt(next.fleet)
        await notices.adopt(next.notificationLog)
        return configuration.keysThatNeedRestart(in: next)
    }

    private static func state(
        _ configuration: Configuration, _ log: Logger
    ) throws -> (DirectoryLock, PlaceDatabase, NotificationLog) {
        do {
            let directory = try StateDirectory(
                configuration.stateDirectory, files: [PlaceStore.fileName, "notifications."])
            let lock = try directory.lock()
            directory.keepPrivate()
            // SQLite needs a little free space to begin with.
            NotificationLog.spareRoom(in: directory.path).release(ifFreeBelow: 1 << 20)
            let places = try PlaceDatabase(.file(directory.file(PlaceStore.fileName)))
            // Writing takes microseconds if no notice waits for the disk. Then the log is on the
            // event loop: waking another thread would take more than half of the time until a
            // listener has a notice.
            let waitsForDisk = configuration.notifications.durability == .full
            let notices = try NotificationLog(
                in: directory.path, source: "/geofenced/\(hostName())",
                device: configuration.device.id,
                settings: configuration.notificationLog,
                on: waitsForDisk ? nil : ProcessLoop.executor, clock: LoopClock(), now: now,
                uptime: uptime(), observe: { log.report($0) })
            return (lock, places, notices)
        } catch let error as FileError {
            throw KeyError(key: "state_directory", error: error)
        }
    }

    private var api: ControlAPI {
        ControlAPI(
            places: places, tracker: tracker, fleet: fleet,
            followOwn: { [regions] in await regions.follow($0) }, notices: notices,
            listenerCount: listeners,
            daemon: .init(
                version: programVersion, started: started, source: configuration.source,
                playsAsOfNow: configuration.now),
            now: now)
    }

    @Sendable private func tidyPlaces() async throws {
        // A daemon that was killed may have left some; they are only in the way of the disk.
        try? await places.aside { try $0.removeLeftoverWatches() }
        while true {
            try await LoopClock().sleep(for: .seconds(60))
            // The next look-up of regions reports what is wrong.
            try? await places.tidy()
        }
    }

    private func finishWhenGracefulShutdown() async {
        // If the task is cancelled instead, this ends as well.
        try? await gracefulShutdown()
        await notices.finish()
    }

    /// Follows the device until the daemon is to stop, or to the end of a trace.
    private func track() async throws {
        let isReadOn: Bool
        do {
            let mark = try TraceMark(of: configuration.source)
            if configuration.now, mark == nil, try !PositionSources.isReceiver(configuration.source)
            {
                throw KeyError(key: "now", error: TraceError.readOnce(configuration.source))
            }
            let resumePoint = try await resume(mark)
            if try await PositionSources.hasNoTimes(configuration.source) {
                log.notice("the trace has no times: it is played at 1 point a second")
            }
            isReadOn = resumePoint != nil
            try await cancelWhenGracefulShutdown {
                try await tracker.run(try await source(from: resumePoint ?? ResumePoint()))
            }
        } catch is CancellationError {
            try await tracker.record()
            return
        } catch let error as LocationError {
            throw KeyError(key: "source", error: error)
        }
        try await tracker.record()
        if isReadOn, await tracker.observer.counts.read == 0 {
            log.notice(
                "the trace had been read to its end before: nothing is told twice",
                metadata: ["again": "geofenced --from-start"])
        } else {
            log.notice("the trace has ended")
            if await tracker.observer.counts.read == 0 {
                log.warning(
                    "there was no position in the trace",
                    metadata: [
                        "source": "\(configuration.source)",
                        "see": "geofencectl replay says what is in it",
                    ])
            }
        }
        if configuration.atEnd == .wait { try await gracefulShutdown() }
    }

    /// Restores what the tracker knew when the daemon last ran. Returns where to go on reading;
    /// `nil`: at the beginning.
    ///
    /// `mark`: the trace as it is now; `nil` if the source is not a file.
    private func resume(_ mark: TraceMark?) async throws -> ResumePoint? {
        let isReceiver = try PositionSources.isReceiver(configuration.source)
        let journey = mark?.description ?? (isReceiver ? "receiver" : nil)
        let known = try await notices.trackerState()
        await notices.follow(journey, isLive: isReceiver)
        let own = try await notices.device(configuration.device.id)
        if let own { await regions.follow(own.device.follows) }
        await regions.tell(fleet.lookUps)
        if configuration.positions.keepDays > 0 {
            await tracker.keepPositions(after: own?.lastKept)
        }
        guard let known else { return nil }
        var isSame = isReceiver && known.journey == journey
        if let mark, let before = known.journey.flatMap({ TraceMark($0) }), !isFromStart {
            isSame = try mark.goesOn(after: before)
        }
        do {
            try await tracker.resume(known.state, isSameJourney: isSame)
        } catch {
            log.warning(
                "what was known before the restart is lost", metadata: ["error": "state \(error)"])
        }
        guard isSame, let resumePoint = known.state.resumePoint else { return nil }
        log.notice("going on in the trace", metadata: ["reports": "\(resumePoint.reports)"])
        return resumePoint
    }

    private func source(from resumePoint: ResumePoint) async throws -> any PositionSource {
        if try PositionSources.isReceiver(configuration.source) {
            return try await PositionSources.open(configuration.source)
        }
        let trace = TracePlaylist(
            [configuration.source], isEndless: configuration.atEnd == .loop,
            beginning: configuration.now ? now() : nil, from: resumePoint)
        switch configuration.speed {
        case .max: return trace
        case .factor(let factor):
            return PacedSource(trace, factor: factor, clock: LoopClock())
        }
    }
}

/// Seconds since now, by a clock that nobody sets and that goes on while the machine sleeps.
private func uptime() -> @Sendable () -> Double {
    let start = ContinuousClock.now
    return { (ContinuousClock.now - start) / .seconds(1) }
}

/// The system's clock; `nil` while it may be wrong: before this program was written, or before
/// systemd-timesyncd has set it (systemd-timesyncd.service(8)).
private func trustedNow() -> Timestamp? {
    let directory = "/run/systemd/timesync"
    let isAwaited =
        InputFile.exists(directory) && !InputFile.exists("\(directory)/synchronized")
    let written = Timestamp(milliseconds: 1_790_000_000_000)
    return isAwaited || now() < written ? nil : now()
}

/// The system's clock: for what was written when, never for what happened when.
private func now() -> Timestamp { Timestamp(milliseconds: systemMilliseconds()) }

extension Logger {
    fileprivate func report(_ event: NotificationLog.Event) {
        switch event {
        case .setAside(let path, let error):
            self.error(
                "the log of notices was moved aside, and a new one begins",
                metadata: ["error": "\(error)", "path": "\(path)"])
        case .begun(let log, let first, let after):
            warning(
                "the log of notices had lost some that were told, and goes on under another id",
                metadata: ["log": "\(log)", "first": "\(first)", "told": "\(after)"])
        case .suspended(let error):
            self.error(
                "notices cannot be written, and are told later", metadata: ["error": "\(error)"])
        case .stopped(let count):
            self.error(
                "too many notices wait to be written: nothing more is judged",
                metadata: ["waiting": "\(count)"])
        case .writtenAgain(let count):
            notice("notices are written again", metadata: ["waited": "\(count)"])
        case .usesSpare:
            warning("the disk is full: notices are written to the room that was kept for them")
        case .spareKept: notice("there is room on the disk again")
        case .unmarked(let error):
            warning("the number told last is not written", metadata: ["error": "\(error)"])
        case .lost(let count):
            self.error("notices were not written", metadata: ["count": "\(count)"])
        }
    }

    fileprivate func report(_ event: TrackerObserver.Event) {
        switch event {
        case .loaded(let count): info("regions loaded", metadata: ["count": "\(count)"])
        case .notLoaded(let error):
            warning("regions not loaded", metadata: ["error": "\(error)"])
        case .silence(.began(let since, let reasons)):
            let reasons = reasons.sorted { $0.value > $1.value }.map {
                "\($0.value) \($0.key.name)"
            }
            warning(
                "no fix is good enough",
                metadata: ["since": "\(since)", "dropped": "\(reasons.joined(separator: ", "))"])
        case .silence(.ended): notice("fixes are good enough again")
        case .receiver(.became(let state, let lasted)):
            let metadata: Logger.Metadata = [
                "state": "\(state.name)", state == .silent ? "for" : "after": "\(Int(lasted)) s",
            ]
            switch state {
            case .starting, .working: notice("\(state.words)", metadata: metadata)
            default: warning("\(state.words)", metadata: metadata)
            }
        case .receiver(.cameAndWent(let state, let changes, let seconds)):
            warning(
                "\(state.words)",
                metadata: [
                    "state": "\(state.name)", "changes": "\(changes) in \(Int(seconds)) s",
                ])
        case .receiver(.still(let state, let seconds)):
            warning("still \(state.words)", metadata: ["for": "\(Int(seconds)) s"])
        }
    }
}
