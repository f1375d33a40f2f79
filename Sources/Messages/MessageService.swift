/// Reads the daemon's notices, makes messages of them, and delivers these.
package struct MessageService: Sendable {
    package init() {}

    /// Runs until the task is cancelled.
    package func run() async throws {}
}
