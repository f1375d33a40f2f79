import APIClient
import Community
import EventLoops
import HTTPService
import Logging
import Messages
import NIOCore
import Page
import Posix
import ServiceLifecycle
import Settings

/// Builds all services, and runs them until a signal says so.
struct Services: Sendable {
    private let configuration: GatewayConfiguration
    private let lock: DirectoryLock
    private let state: GatewayState
    private let tls: TLS?
    private let page: PageFolder
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
        (lock, state) = try Self.state(configuration, log)
        do {
            tls = try TLS(configuration, log)
        } catch {
            throw KeyError(key: error.key.rawValue, error: error)
        }
        do {
            page = try PageFolder(configuration.page.files ?? PageFolder.usual)
        } catch {
            throw KeyError(key: GatewayConfiguration.Key.files.rawValue, error: error)
        }
    }

    func run() async throws {
        defer { withExtendedLifetime(lock) {} }
        // This comes before anybody can know of the gateway, and before anything has begun that
        // must be ended in order.
        signals.handle()
        let listening = try ListeningSockets(configuration, passed, log)
        defer { listening.remove() }
        let daemon = DaemonWatch(log)
        let parts = try GatewayParts(
            configuration, page, port: listening.port, state, log)
        // The last service stops first.
        let services: [ServiceGroupConfiguration.ServiceConfiguration] =
            servers(listening, parts.api).map { .init(service: $0) } + [
                .init(
                    service: Reload(at: signals, systemd, log, adopt: adopt),
                    successTerminationBehavior: .ignore),
                .cancelled { try await run(parts, daemon) },
                .end(at: signals),
                .init(
                    service: Supervision(
                        of: SupervisedGateway(daemon: daemon, community: state.community),
                        by: systemd),
                    successTerminationBehavior: .ignore),
            ]
        try await ServiceGroup.run(services)
    }

    /// Has the configuration count as it is now. Returns the keys that count only at a restart.
    @Sendable private func adopt() throws -> [String] {
        let next = try load()
        try tls?.renew(next)
        return configuration.keysThatNeedRestart(in: next).map(\.rawValue)
    }

    /// Runs them until the task is cancelled, again if they fail.
    private func run(_ parts: GatewayParts, _ daemon: DaemonWatch) async throws {
        while !Task.isCancelled {
            do {
                try await parts.run(daemon)
            } catch let error where !(error is CancellationError) {
                log.error(
                    "messages and devices wait", metadata: ["error": "\(error)", "next try": "5 s"])
            }
            try await LoopClock().sleep(for: .seconds(5))
        }
    }

    /// One for each socket.
    private func servers(
        _ listening: ListeningSockets, _ api: GatewayAPI
    ) -> [any Service] {
        let pages = listening.pages.map { descriptor in
            Running { [tls, configuration] in
                try await HTTPServer(
                    api.router(), descriptor: descriptor,
                    limits: .gateway(isBehindProxy: configuration.plainHTTP), log: log,
                    prepare: { try tls?.add(to: $0) },
                    source: { source(Peer.address(of: $0)) }
                ).run()
            }
        }
        let gateway = Running {
            try await HTTPServer(
                api.router(), descriptor: listening.gateway, limits: .gatewaySocket, log: log,
                source: { source(Peer.account(of: $0)) }
            ).run()
        }
        return pages + [gateway]
    }

    private func source(_ peer: EventLoopFuture<Peer>) -> EventLoopFuture<PageSource> {
        peer.map { PageSource(peer: $0, logger: log) }
    }

    private static func state(
        _ configuration: GatewayConfiguration, _ log: Logger
    ) throws -> (DirectoryLock, GatewayState) {
        do {
            let directory = try StateDirectory(
                configuration.stateDirectory,
                files: ["gateway.", BaseMaps.fileName, RouteFolder.name])
            let lock = try directory.lock()
            directory.keepPrivate()
            return (lock, try GatewayState(directory, configuration, log))
        } catch let error as FileError {
            throw KeyError(key: GatewayConfiguration.Key.stateDirectory.rawValue, error: error)
        }
    }
}

extension HTTPLimits {
    static func gateway(isBehindProxy: Bool) -> HTTPLimits {
        var limits = HTTPLimits()
        limits.connections = 1000
        limits.isQuestion = isGatewayQuestion
        // All are the proxy's.
        if isBehindProxy { limits.connectionsOfAddress = limits.connections }
        return limits
    }
}
