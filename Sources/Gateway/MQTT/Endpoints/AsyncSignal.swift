import Posix
import Synchronization

/// Wakes one task that waits. What is raised before it waits is not lost.
package final class AsyncSignal: Sendable {
    private let count = ChangeCount()
    /// The raises that the task was woken by.
    private let heard = Mutex(0)

    package init() {}

    package func raise() { count.advance() }

    /// For one task at a time. Throws only `CancellationError`.
    package func wait() async throws {
        let number = try await count.next(after: heard.withLock { $0 })
        heard.withLock { $0 = number }
    }
}
