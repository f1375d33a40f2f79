import API
import Geofencing
import Glibc
import Logging
import Notifications
import Places
import Positions
import Posix
import ServiceLifecycle
import Settings
import UnixSignals

/// Builds everything that runs, and runs it until the trace has ended or a signal says so.
struct Services: Sendable {
    private let configuration: Configuration
    private let lock: DirectoryLock
    private let places: PlaceDatabase
    private let regions: RegionsInUse
    private let notices: RecentNotices
    private let tracker: Tracker
    private let load: @Sendable () throws -> Configuration
    private let log: Logger
    private let started = now()

    init(
        _ configuration: Configuration, reload load: @escaping @Sendable () throws -> Configuration,
        _ log: Logger
    ) throws {
        try Self.checkSource(configuration)
        self.configuration = configuration
        self.log = log
        (lock, places) = try Self.state(configuration)
        regions = try RegionsInUse(configuration, places)
        notices = RecentNotices(source: "/geofenced/\(hostName())", now: now)
        tracker = Tracker(
            regions: regions, journal: notices, rules: configuration.rules,
            telling: configuration.notifications.transitions, observe: { log.report($0) },
            uptime: uptime())
        self.load = load
    }

    func run() async throws {
        defer { withExtendedLifetime(lock) {} }
        // Before anyone can know that the daemon is there: a hangup would end it.
        let reload = Reload(
            hangups: await UnixSignalsSequence(trapping: .sighup), load: load,
            running: configuration, regions: regions, tracker: tracker, log: log)
        let (path, descriptor) = try listen(configuration.notifications.socket, .notificationSocket)
        defer { path.remove() }
        let (controlPath, control) = try listen(configuration.control.socket, .controlSocket)
        defer { controlPath.remove() }
        log.notice(
            "listening", metadata: ["notifications": "\(path)", "control": "\(controlPath)"])
        // What is last here stops first: then what it said can still be told.
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(
                        service: Running {
                            // Its end comes when it is asked for: a service that ends while the
                            // group still waits for another one's end is taken for a failure.
                            try await withGracefulShutdownHandler {
                                try await NotificationSocket(notices, descriptor: descriptor).run()
                            } onGracefulShutdown: {
                                notices.finish()
                            }
                        }),
                    .init(
                        service: Running {
                            try await api.socket(descriptor: control, log: log).run()
                        }),
                    .init(service: reload, successTerminationBehavior: .ignore),
                    .init(
                        service: Running { try await track() },
                        successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }))
        try await group.run()
    }

    /// Whether the source is one, without opening it.
    static func checkSource(_ configuration: Configuration) throws {
        do {
            try PositionSources.check(configuration.source)
        } catch {
            throw KeyError(key: "source", error: error)
        }
    }

    private static func state(
        _ configuration: Configuration
    ) throws -> (DirectoryLock, PlaceDatabase) {
        do {
            let directory = try StateDirectory(configuration.stateDirectory)
            let lock = try directory.lock()
            return (lock, try PlaceDatabase(.file(directory.file(PlaceStore.fileName))))
        } catch let error as FileError {
            throw KeyError(key: "state_directory", error: error)
        }
    }

    private func listen(
        _ path: String, _ key: Configuration.Key
    ) throws -> (SocketPath, Int32) {
        do {
            let path = try SocketPath(path)
            return (path, try path.listen())
        } catch {
            throw KeyError(key: key.rawValue, error: error)
        }
    }

    private var api: ControlAPI {
        ControlAPI(
            places: places, tracker: tracker, notices: notices,
            daemon: .init(
                version: Geofenced.version, started: started, source: configuration.source),
            now: now)
    }

    /// Follows the device until it is told to stop, or to the end of a trace.
    private func track() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await tracker.run(try await source()) }
        } catch is CancellationError {
            return
        } catch let error as LocationError {
            throw KeyError(key: "source", error: error)
        }
        log.notice("the trace has ended")
        if configuration.atEnd == .wait { try await gracefulShutdown() }
    }

    private func source() async throws -> any PositionSource {
        if try PositionSources.isReceiver(configuration.source) {
            return try await PositionSources.open(configuration.source)
        }
        let trace = TracePlaylist(
            [configuration.source], isEndless: configuration.atEnd == .loop)
        switch configuration.speed {
        case .max: return trace
        case .factor(let factor):
            return PacedSource(trace, factor: factor, clock: ContinuousClock())
        }
    }
}

/// A setting that is well written, but does not work here.
private struct KeyError: Error, CustomStringConvertible {
    let key: String
    let error: any Error

    var description: String { "\(key): \(error)" }
}

/// Something that runs until it has ended.
private struct Running: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
}

private func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.isEmpty ? "localhost" : text
}

/// Seconds since now, by a clock that nobody sets and that goes on while the machine sleeps.
private func uptime() -> @Sendable () -> Double {
    let start = ContinuousClock.now
    return { (ContinuousClock.now - start) / .seconds(1) }
}

/// The system's clock: for what was written when, never for what happened when.
private func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
}

extension Logger {
    fileprivate func report(_ event: Tracker.Event) {
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
            let metadata: Logger.Metadata = ["state": "\(state.name)", "after": "\(Int(lasted)) s"]
            switch state {
            case .starting, .working: notice("\(state.words)", metadata: metadata)
            default: warning("\(state.words)", metadata: metadata)
            }
        case .receiver(.still(let state, let seconds)):
            warning("still \(state.words)", metadata: ["for": "\(Int(seconds)) s"])
        }
    }
}
