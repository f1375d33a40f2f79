import NIOCore

/// A continuous clock whose sleepers are woken by an event loop.
///
/// Dispatch wakes the sleepers of Swift's own clocks. Once it has begun, it checks its threads
/// every second, and it ends the process if a timer finds no descriptor left.
package struct LoopClock: Clock {
    package typealias Instant = ContinuousClock.Instant

    private let loop = ProcessLoop.loop

    package init() {}

    package var now: Instant { .now }
    package var minimumResolution: Duration { ContinuousClock().minimumResolution }

    /// Throws only `CancellationError`.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        while case let left = deadline - now, left > .zero {
            // The loop's own clock stands still while the machine sleeps: the deadline may be
            // later.
            let timer = loop.scheduleTask(in: TimeAmount(left)) {}
            try await withTaskCancellationHandler {
                // The timer fails only when it is cancelled.
                _ = try? await timer.futureResult.get()
                try Task.checkCancellation()
            } onCancel: {
                timer.cancel()
            }
        }
    }
}
