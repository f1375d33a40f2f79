/// Where transitions are written down before anybody is told.
package protocol Journal: Sendable {
    /// Takes what happened at one fix, in the order of time, and what the tracker knows after it,
    /// all or nothing.
    ///
    /// `transitions`: those to be told; there may be none.
    func append(_ transitions: [Transition], _ state: TrackerState) async throws

    /// Whether to write down what the tracker knows when so many reports have come since it was
    /// done last.
    func wantsState(after reports: Int) -> Bool
}

extension Journal {
    /// For journals that nobody goes on from.
    package func wantsState(after reports: Int) -> Bool { false }
}
