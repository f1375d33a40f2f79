import Logging
import Posix
import ServiceLifecycle
import Settings

/// Reads the configuration and the certificate again at SIGHUP. If there is a fault, that is logged,
/// and nothing changes.
struct Reload: Service {
    /// One element for each SIGHUP.
    let hangups: AsyncStream<Void>
    let load: @Sendable () throws -> GatewayConfiguration
    /// The configuration with which the gateway has started.
    let running: GatewayConfiguration
    /// `nil` if it has started without a certificate.
    let tls: TLS?
    let systemd: SystemdNotifier?
    let log: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in hangups { reload() }
        }
    }

    private func reload() {
        systemd?.notify(.reloading)
        defer { systemd?.notify(.ready) }
        do {
            let configuration = try load()
            try tls?.renew(configuration)
            log.notice("configuration reloaded")
            let fixed = running.keysThatNeedRestart(in: configuration).map(\.rawValue)
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
