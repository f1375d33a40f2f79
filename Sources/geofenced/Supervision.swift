import EventLoops
import Geofencing
import Posix
import ServiceLifecycle

/// Says to systemd that the daemon serves, how it is, and that it lives.
///
/// The sign of life is the tracker's: it comes as long as fixes are worked off, or none are there.
struct Supervision: Service {
    let systemd: SystemdNotifier?
    let tracker: Tracker
    /// As it is configured.
    let source: String

    func run() async throws {
        guard let systemd else { return try await gracefulShutdown() }
        // Not when there is a fix: that may take hours, and nobody needs to wait for it.
        systemd.notify(.ready, .status(await status()))
        try? await cancelWhenGracefulShutdown { try await watch(systemd) }
        systemd.notify(.stopping)
    }

    private func watch(_ systemd: SystemdNotifier) async throws {
        let interval = min(systemd.patience.map { $0 / 4 } ?? .seconds(10), .seconds(10))
        var watch = ProgressWatch()
        var told = ""
        while true {
            if watch.isAlive(await tracker.observer.progress) { systemd.notify(.alive) }
            let status = await status()
            if status != told { systemd.notify(.status(status)) }
            told = status
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
        // As long as the receiver works, there is no more to say of it.
        if let state = observer.health?.state, state != .working {
            words = counts.read == 0 ? state.words : "\(state.words); \(words)"
        }
        return "\(words); inside \(device.inside.count) of \(device.regions.count) regions"
    }
}
