import Synchronization

/// What has changed last, by kind, for those who wait for it.
package final class ChangeLog<Kind: Hashable & Sendable>: Sendable {
    private struct State {
        var number = 0
        /// Of the last change of each kind.
        var last: [Kind: Int] = [:]
    }

    private let state = Mutex(State())
    private let count = ChangeCount()

    package init() {}

    /// Of the last change.
    package var number: Int { state.withLock { $0.number } }

    /// These have changed, all at once.
    package func note(_ kinds: some Sequence<Kind>) {
        state.withLock { state in
            state.number += 1
            for kind in kinds { state.last[kind] = state.number }
        }
        count.advance()
    }

    /// The kinds that have changed after `number`, and the number to go on after. Waits until there
    /// is a change. Throws when the task is cancelled.
    package func next(after number: Int) async throws -> (kinds: Set<Kind>, number: Int) {
        var seen = -1
        while true {
            let found = state.withLock { state in
                (kinds: Set(state.last.lazy.filter { $0.value > number }.map(\.key)), state.number)
            }
            if found.1 > number { return found }
            seen = try await count.next(after: seen)
        }
    }
}
