import Geofencing
import Logging
import Notifications
import Posix
import ServiceLifecycle
import Settings

/// Reads the configuration again at SIGHUP. If it has a fault, that is logged, and nothing changes.
struct Reload: Service {
    /// One element for each SIGHUP.
    let hangups: AsyncStream<Void>
    let load: @Sendable () throws -> Configuration
    /// The configuration with which the daemon has started.
    let running: Configuration
    let regions: RegionsInUse
    let tracker: Tracker
    let fleet: Fleet
    let notices: NotificationLog
    let systemd: SystemdNotifier?
    let log: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in hangups { await reload() }
        }
    }

    private func reload() async {
        systemd?.notify(.reloading)
        defer { systemd?.notify(.ready) }
        do {
            let configuration = try load()
            try await regions.read(configuration)
            await tracker.adopt(
                configuration.rules, reporting: configuration.notifications.transitions)
            await tracker.regionsChanged()
            await fleet.adopt(configuration.fleet)
            await notices.adopt(configuration.notificationLog)
            log.notice("configuration reloaded")
            let fixed = running.keysThatNeedRestart(in: configuration)
            if !fixed.isEmpty {
                log.warning(
                    "some settings change only at a restart",
                    metadata: ["keys": "\(fixed.joined(separator: ", "))"])
            }
        } catch {
            for line in "\(error)".split(separator: "\n") {
                log.error("configuration not reloaded", metadata: ["error": "\(line)"])
            }
        }
    }
}

extension Configuration {
    var notificationLog: NotificationLog.Settings {
        NotificationLog.Settings(
            durability: notifications.durability == .full ? .full : .normal,
            keepDays: notifications.keepDays, keepPositionDays: positions.keepDays)
    }

    var fleet: Fleet.Settings {
        var settings = Fleet.Settings()
        settings.rules = rules
        settings.transitions = devices.transitions
        settings.most = devices.most
        settings.inMemory = devices.inMemory
        settings.automatic = devices.automatic
        settings.explainMemory = devices.explainMemory << 20
        settings.keepsPositions = positions.keepDays > 0
        return settings
    }

    /// The keys that differ in `other`, and that are read only when the daemon starts.
    fileprivate func keysThatNeedRestart(in other: Configuration) -> [String] {
        var keys: [String] = []
        if source != other.source { keys.append("source") }
        if speed != other.speed { keys.append("speed") }
        if atEnd != other.atEnd { keys.append("at_end") }
        if now != other.now { keys.append("now") }
        if stateDirectory != other.stateDirectory { keys.append("state_directory") }
        if device.id != other.device.id { keys.append("device.id") }
        if notifications.socket != other.notifications.socket {
            keys.append("notifications.socket")
        }
        if control.socket != other.control.socket { keys.append("control.socket") }
        return keys
    }
}
