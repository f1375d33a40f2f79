import Synchronization

/// How many changes there have been, for those who wait for the next.
final class News: Sendable {
    private struct State {
        var count = 0
        var nextTicket = 0
        var waiting: [Int: CheckedContinuation<Int, Never>] = [:]
    }

    private let state = Mutex(State())

    /// One more.
    func post() {
        let (count, woken) = state.withLock { state in
            state.count += 1
            let woken = Array(state.waiting.values)
            state.waiting = [:]
            return (state.count, woken)
        }
        for continuation in woken { continuation.resume(returning: count) }
    }

    /// How many there are, once there are more than `count`, or the task is cancelled.
    func next(after count: Int) async -> Int {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now: Int? = state.withLock { state in
                    if state.count > count || Task.isCancelled { return state.count }
                    state.waiting[ticket] = continuation
                    return nil
                }
                if let now { continuation.resume(returning: now) }
            }
        } onCancel: {
            let (count, waiter) = state.withLock { state in
                (state.count, state.waiting.removeValue(forKey: ticket))
            }
            waiter?.resume(returning: count)
        }
    }
}
