package import Logging
package import Posix
import ServiceLifecycle

/// Reads the configuration again at SIGHUP. If it has a fault, that is logged, and nothing changes.
package struct Reload: Service {
    private let signals: Signals
    private let systemd: SystemdNotifier?
    private let log: Logger
    private let adopt: @Sendable () async throws -> [String]

    /// `adopt`: reads the configuration, and has it count. Returns the keys that have changed and
    /// count only at a restart.
    package init(
        at signals: Signals, _ systemd: SystemdNotifier?, _ log: Logger,
        adopt: @escaping @Sendable () async throws -> [String]
    ) {
        (self.signals, self.systemd, self.log, self.adopt) = (signals, systemd, log, adopt)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in signals.hangups { await reload() }
        }
    }

    private func reload() async {
        systemd?.notify(.reloading)
        defer { systemd?.notify(.ready) }
        do {
            let fixed = try await adopt()
            log.notice("configuration reloaded")
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
