/// Where transitions are written down before anybody is told.
package protocol Journal: Sendable {
    /// Takes what happened at one fix, in the order of time, all or nothing; never empty.
    func append(_ transitions: [Transition]) async throws
}
