import Synchronization

/// A number that grows with every change, for those who wait for the next one.
package final class ChangeCount: Sendable {
    private struct State {
        var number: Int
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var tickets = 0
    }

    private let state: Mutex<State>

    /// `number`: to begin with.
    package init(_ number: Int = 0) {
        state = Mutex(State(number: number))
    }

    package var number: Int { state.withLock { $0.number } }

    /// Something has changed. Returns the number of it.
    @discardableResult
    package func advance() -> Int {
        let (number, waiting) = state.withLock { state in
            state.number += 1
            defer { state.waiting = [:] }
            return (state.number, state.waiting)
        }
        for continuation in waiting.values { continuation.resume() }
        return number
    }

    /// Returns the number once it is greater than `number`. Throws when the task is cancelled.
    package func next(after number: Int) async throws -> Int {
        while true {
            try Task.checkCancellation()
            let now = self.number
            if now > number { return now }
            await wait(after: number)
        }
    }

    private func wait(after number: Int) async {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if Task.isCancelled || state.number > number { return true }
                    state.waiting[ticket] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
    }
}
