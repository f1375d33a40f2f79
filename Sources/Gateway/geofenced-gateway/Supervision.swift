import Community
import EventLoops
import Posix
import ServiceLifecycle

/// Says to systemd that the gateway is ready, how it is, and that it is alive.
///
/// It is alive as long as its event loop, which answers requests, runs this, and its database answers,
/// be it with an error.
struct Supervision: Service {
    let systemd: SystemdNotifier?
    let daemon: DaemonWatch
    let community: Community

    func run() async throws {
        guard let systemd else { return try await gracefulShutdown() }
        systemd.notify(.ready, .status(await status()))
        try? await cancelWhenGracefulShutdown { try await watch(systemd) }
        systemd.notify(.stopping)
    }

    private func watch(_ systemd: SystemdNotifier) async throws {
        let interval = min(systemd.patience.map { $0 / 4 } ?? .seconds(10), .seconds(10))
        var reported = ""
        while true {
            // An error is told to whoever asks for something.
            _ = try? await community.ownOwner()
            systemd.notify(.alive)
            let status = await status()
            if status != reported { systemd.notify(.status(status)) }
            reported = status
            try await LoopClock().sleep(for: interval)
        }
    }

    private func status() async -> String {
        await daemon.fault.map { "serving, without geofenced: \($0)" } ?? "serving"
    }
}
