import Synchronization

/// Of what households want to buy: whether the daemon knows a place for it, without which nobody is told
/// of it. Whoever sets up the watches writes that down, and the list says it.
package final class UnknownTargets: Sendable {
    /// Whether there is a place, by target.
    private let known = Mutex<[String: Bool]>([:])

    package init() {}

    /// `nil` until the daemon was asked.
    func isSomewhere(_ target: String) -> Bool? { known.withLock { $0[target] } }

    /// Of `all`, these are unknown from now on, and no others. Returns whether that is new.
    func replace(by unknown: Set<String>, of all: Set<String>) -> Bool {
        let found = Dictionary(uniqueKeysWithValues: all.map { ($0, !unknown.contains($0)) })
        return known.withLock { known in
            defer { known = found }
            return known != found
        }
    }
}
