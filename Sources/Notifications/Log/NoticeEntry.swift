package import Geofencing

/// One notice in the log, ready to be sent.
package struct NoticeEntry: Hashable, Sendable {
    package var sequence: Int
    package var regionKind: String
    package var transition: Transition.Kind
    /// With its line end.
    package var line: [UInt8]
    /// When it was written down, by the system's clock.
    package var recorded: Timestamp
    /// When it happened, by the clock of the fixes.
    package var time: Timestamp
}

/// What a listener reads at one go.
package enum NoticePage: Sendable {
    /// At least one, in order, without gaps.
    case entries([NoticeEntry])
    /// What was asked for is no longer kept, or is of another log; it goes on from there.
    case gap(oldest: Int)
    case end
}

/// Which notices of the past are asked for.
package struct NoticeQuery: Hashable, Sendable {
    /// By the clock of the fixes; from then on.
    package var since: Timestamp?
    /// By the clock of the fixes; before then.
    package var until: Timestamp?
    /// `nil`: all of them.
    package var transitions: Set<Transition.Kind>?
    /// Of regions; `nil`: all of them.
    package var kinds: Set<String>?

    package init(
        since: Timestamp? = nil, until: Timestamp? = nil,
        transitions: Set<Transition.Kind>? = nil, kinds: Set<String>? = nil
    ) {
        self.since = since
        self.until = until
        self.transitions = transitions
        self.kinds = kinds
    }
}
