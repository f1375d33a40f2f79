import Synchronization

/// What households want to buy at places of which the daemon knows none: nobody is told of it.
/// Whoever sets up the watches writes that down, and the list says it.
package final class UnknownTargets: Sendable {
    private let targets = Mutex<Set<String>>([])

    package init() {}

    func contains(_ target: String) -> Bool { targets.withLock { $0.contains(target) } }

    /// These are unknown from now on, and no others. Returns whether others were before.
    func replace(by all: Set<String>) -> Bool {
        targets.withLock { targets in
            defer { targets = all }
            return targets != all
        }
    }
}
