import Synchronization

/// Tells the answer that is being made when the client has gone, to whom nobody can give it any more.
final class Departure: Sendable {
    private let state = Mutex(State())

    private struct State {
        var hasGone = false
        var cancel: (@Sendable () -> Void)?
    }

    /// Calls `body`, in a task that is cancelled when the client goes. `isWanted`: else it is called
    /// in the caller's, and comes to its end: what is changed has to be.
    func cancelling<Answer: Sendable>(
        _ isWanted: Bool, _ body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        guard isWanted else { return try await body() }
        let answer = Task { try await body() }
        state.withLock { $0.cancel = { answer.cancel() } }
        defer { state.withLock { $0.cancel = nil } }
        if state.withLock(\.hasGone) { answer.cancel() }
        return try await withTaskCancellationHandler {
            try await answer.value
        } onCancel: {
            answer.cancel()
        }
    }

    func begin() {
        let cancel = state.withLock { state in
            state.hasGone = true
            return state.cancel
        }
        cancel?()
    }
}
