import Synchronization

/// Wakes one task that waits. What is rung before it waits is not lost.
package final class Bell: Sendable {
    private let state = Mutex(State())

    private struct State {
        var hasRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    package init() {}

    package func ring() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.hasRung = state.waiter == nil
            return state.waiter
        }
        waiter?.resume()
    }

    /// For one task at a time. Throws only `CancellationError`.
    package func wait() async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.hasRung || Task.isCancelled {
                        state.hasRung = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
        try Task.checkCancellation()
    }
}
