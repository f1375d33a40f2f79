import EventLoops
import Geofencing
import Posix
import ServiceLifecycle

/// Says to systemd that the daemon is ready, how it is, and that it is alive.
///
/// It is alive as long as the tracker makes progress with fixes, or there are none.
struct Supervision: Service {
    let systemd: SystemdNotifier?
    let tracker: Tracker
    /// The source, as it is configured.
    let source: String

    func run() async throws {
        guard let systemd else { return try await gracefulShutdown() }
        // This does not wait for a fix, which may take hours: the daemon is ready without one.
        systemd.notify(.ready, .status(await status()))
        try? await cancelWhenGracefulShutdown { try await watch(systemd) }
        systemd.notify(.stopping)
    }

    private func watch(_ systemd: SystemdNotifier) async throws {
        let interval = min(systemd.patience.map { $0 / 4 } ?? .seconds(10), .seconds(10))
        var watch = ProgressWatch()
        var reported = ""
        while true {
            if watch.isAlive(await tracker.observer.progress) { systemd.notify(.alive) }
            let status = await status()
            if status != reported { systemd.notify(.status(status)) }
            reported = status
            try await LoopClock().sleep(for: interval)
        }
    }

    private func status() async -> String {
        let (device, observer) = await (tracker.device, tracker.observer)
        let counts = observer.counts
        var words =
            counts.read == 0
            ? "no positions yet from \(source)"
            : "\(counts.accepted) of \(counts.read) positions accepted from \(source)"
        // A receiver that works is not mentioned.
        if let state = observer.health?.state, state != .working {
            words = counts.read == 0 ? state.words : "\(state.words); \(words)"
        }
        let regions = device.regionCounts.values.reduce(0, +)
        return "\(words); inside \(device.inside.count) of \(regions) regions"
    }
}
