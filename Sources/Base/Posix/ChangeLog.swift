import Synchronization

/// What has changed last, by kind, for those who wait for it.
package final class ChangeLog<Kind: Hashable & Sendable>: Sendable {
    private struct State {
        /// Of the last change.
        var number = 0
        /// What the last changes were, the newest last.
        var kept: [Set<Kind>] = []
    }

    private let state = Mutex(State())
    private let count = ChangeCount()
    private let mostKept: Int
    private let everything: Set<Kind>

    /// `mostKept`: the changes that are remembered. Whoever is further behind is told `everything`.
    package init(mostKept: Int = 1000, everything: Set<Kind>) {
        (self.mostKept, self.everything) = (mostKept, everything)
    }

    /// Of the last change.
    package var number: Int { state.withLock { $0.number } }

    /// These have changed, all at once.
    package func note(_ kinds: some Sequence<Kind>) {
        state.withLock { state in
            state.number += 1
            state.kept.append(Set(kinds))
            if state.kept.count >= 2 * mostKept { state.kept.removeFirst(mostKept) }
        }
        count.advance()
    }

    /// The kinds that have changed after `number`, and the number to go on after. Waits until there
    /// is a change. Throws when the task is cancelled.
    package func next(after number: Int) async throws -> (kinds: Set<Kind>, number: Int) {
        var seen = -1
        while true {
            let now = state.withLock { state in
                let missed = state.number - max(0, number)
                let changed =
                    missed > state.kept.count ? [everything] : state.kept.suffix(max(0, missed))
                return (
                    kinds: changed.reduce(into: Set()) { $0.formUnion($1) }, number: state.number
                )
            }
            if now.number > number { return now }
            seen = try await count.next(after: seen)
        }
    }
}
