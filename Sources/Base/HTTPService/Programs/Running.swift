import Logging
package import ServiceLifecycle

/// A service made of a closure.
package struct Running: Service {
    private let body: @Sendable () async throws -> Void

    package init(_ body: @escaping @Sendable () async throws -> Void) {
        self.body = body
    }

    package func run() async throws { try await body() }
}

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// Runs `body` until the group ends, which cancels it. No error of it ends the group.
    package static func cancelled(_ body: @escaping @Sendable () async throws -> Void) -> Self {
        .init(
            service: Running { try? await cancelWhenGracefulShutdown(body) },
            successTerminationBehavior: .ignore)
    }

    /// Ends the group in order once a signal says so.
    package static func end(at signals: Signals) -> Self {
        .init(
            service: Running {
                _ = await cancelWhenGracefulShutdown { await signals.ends.first { true } }
            }, successTerminationBehavior: .gracefullyShutdownGroup)
    }
}

extension ServiceGroup {
    /// Runs the services of a program; the last one stops first.
    package static func run(
        _ services: [ServiceGroupConfiguration.ServiceConfiguration]
    ) async throws {
        try await ServiceGroup(
            configuration: .init(
                services: services,
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
        ).run()
    }
}
