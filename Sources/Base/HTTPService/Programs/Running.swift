import ServiceLifecycle

/// A service made of a closure.
package struct Running: Service {
    private let body: @Sendable () async throws -> Void

    package init(_ body: @escaping @Sendable () async throws -> Void) {
        self.body = body
    }

    package func run() async throws { try await body() }
}
