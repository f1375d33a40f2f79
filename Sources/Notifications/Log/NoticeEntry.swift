package import Geofencing

/// One notice in the log, ready to be sent.
package struct NoticeEntry: Hashable, Sendable {
    /// Its number, from 1.
    package var sequence: Int
    /// Whose it is; `nil`: the daemon's own source's, of before there were others.
    package var device: DeviceID?
    /// As in `deal`.
    package var regionKind: String
    package var transition: Transition.Kind
    /// The CloudEvent, with its line end.
    package var line: [UInt8]
    /// When it was written down, by the system's clock.
    package var recorded: Timestamp
    /// When it happened, by the clock of the fixes.
    package var time: Timestamp

    package init(
        sequence: Int, device: DeviceID? = nil, regionKind: String, transition: Transition.Kind,
        line: [UInt8], recorded: Timestamp, time: Timestamp
    ) {
        (self.sequence, self.device, self.regionKind) = (sequence, device, regionKind)
        (self.transition, self.line) = (transition, line)
        (self.recorded, self.time) = (recorded, time)
    }
}

/// What the log has after a number.
package enum NoticePage: Sendable {
    /// At least one, in order, without gaps.
    case entries([NoticeEntry])
    /// What was asked for is no longer kept, or is of another log. The log goes on with `oldest`.
    case gap(oldest: Int)
    /// No more will come.
    case end
}

/// Which notices of the past are asked for.
package struct NoticeQuery: Hashable, Sendable {
    /// What happened from then on, by the clock of the fixes; `nil`: from the beginning.
    package var since: Timestamp?
    /// What happened before then, by the clock of the fixes; `nil`: up to the end.
    package var until: Timestamp?
    /// `nil`: all of them.
    package var transitions: Set<Transition.Kind>?
    /// Kinds of regions; `nil`: all of them.
    package var kinds: Set<String>?
    /// As notices name them: `nil` among them is for notices that name none. `nil` by itself: all.
    package var devices: Set<DeviceID?>?

    package init(
        since: Timestamp? = nil, until: Timestamp? = nil,
        transitions: Set<Transition.Kind>? = nil, kinds: Set<String>? = nil,
        devices: Set<DeviceID?>? = nil
    ) {
        self.since = since
        self.until = until
        self.transitions = transitions
        self.kinds = kinds
        self.devices = devices
    }
}
