import APIClient
import EventLoops
import GatewaySettings
import HTTPService
import Logging
import NIOCore
import Posix
import Programs
import ServiceLifecycle

/// Builds all services, and runs them until a signal says so.
struct Services: Sendable {
    private let configuration: GatewayConfiguration
    private let lock: DirectoryLock
    private let tls: TLS?
    private let load: @Sendable () throws -> GatewayConfiguration
    private let signals: Signals
    private let log: Logger
    /// `nil` if systemd has not started the gateway.
    private let systemd = SystemdNotifier()
    private let passed = PassedSockets()

    init(
        _ configuration: GatewayConfiguration,
        reload load: @escaping @Sendable () throws -> GatewayConfiguration, signals: Signals,
        _ log: Logger
    ) throws {
        self.configuration = configuration
        (self.load, self.signals, self.log) = (load, signals, log)
        lock = try Self.lock(configuration)
        do {
            tls = try TLS(configuration, log)
        } catch {
            throw KeyError(key: error.key.rawValue, error: error)
        }
    }

    func run() async throws {
        defer { withExtendedLifetime(lock) {} }
        // This comes before anybody can know of the gateway, and before anything has begun that
        // must be ended in order.
        signals.handle()
        let listening = try ListeningSockets(configuration, passed, log)
        defer { listening.remove() }
        let daemon = DaemonWatch(try SocketPath(configuration.daemon.control), log)
        // The last service stops first.
        let services: [ServiceGroupConfiguration.ServiceConfiguration] =
            servers(listening).map { .init(service: $0) } + [
                .init(
                    service: Reload(
                        hangups: signals.hangups, load: load, running: configuration, tls: tls,
                        systemd: systemd, log: log), successTerminationBehavior: .ignore),
                .init(
                    service: Running {
                        // It ends by being cancelled, which is no error.
                        try? await cancelWhenGracefulShutdown { try await daemon.run() }
                    }, successTerminationBehavior: .ignore),
                .init(
                    service: Running {
                        _ = await cancelWhenGracefulShutdown {
                            await signals.ends.first { true }
                        }
                    }, successTerminationBehavior: .gracefullyShutdownGroup),
                .init(
                    service: Supervision(systemd: systemd, daemon: daemon),
                    successTerminationBehavior: .ignore),
            ]
        try await ServiceGroup(
            configuration: .init(
                services: services,
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
        ).run()
    }

    /// One for each socket.
    private func servers(_ listening: ListeningSockets) -> [any Service] {
        let pages = listening.pages.map { descriptor in
            Running { [tls] in
                try await HTTPServer(
                    Routes.router(), descriptor: descriptor, limits: .gateway, log: log,
                    prepare: { try tls?.add(to: $0) },
                    source: { source(Peer.address(of: $0)) }
                ).run()
            }
        }
        let gateway = Running {
            try await HTTPServer(
                Routes.router(), descriptor: listening.gateway, limits: .gateway, log: log,
                source: { source(Peer.account(of: $0)) }
            ).run()
        }
        return pages + [gateway]
    }

    private func source(_ peer: EventLoopFuture<Peer>) -> EventLoopFuture<RequestSource> {
        peer.map { RequestSource(peer: $0, logger: log) }
    }

    private static func lock(_ configuration: GatewayConfiguration) throws -> DirectoryLock {
        do {
            let directory = try StateDirectory(
                configuration.stateDirectory, files: ["gateway."])
            let lock = try directory.lock()
            directory.keepPrivate()
            return lock
        } catch {
            throw KeyError(key: GatewayConfiguration.Key.stateDirectory.rawValue, error: error)
        }
    }
}

extension HTTPLimits {
    static var gateway: HTTPLimits {
        var limits = HTTPLimits()
        limits.connections = 1000
        return limits
    }
}
