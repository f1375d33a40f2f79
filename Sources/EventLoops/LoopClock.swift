import NIOCore

/// A continuous clock whose sleepers are woken by an event loop.
///
/// Dispatch, which wakes those of the other clocks, keeps a thread that looks after its others once
/// a second from then on; and ends the process if a timer finds no descriptor left.
package struct LoopClock: Clock {
    package typealias Instant = ContinuousClock.Instant

    private let loop = ProcessLoop.loop

    package init() {}

    package var now: Instant { .now }
    package var minimumResolution: Duration { ContinuousClock().minimumResolution }

    /// Throws only `CancellationError`.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        while case let left = deadline - now, left > .zero {
            // The loop's own clock stands still while the machine sleeps.
            let timer = loop.scheduleTask(in: TimeAmount(left)) {}
            try await withTaskCancellationHandler {
                // What it fails with is that it was cancelled.
                _ = try? await timer.futureResult.get()
                try Task.checkCancellation()
            } onCancel: {
                timer.cancel()
            }
        }
    }
}
