package import Geofencing

/// One notice in the log, ready to be sent.
package struct NoticeEntry: Hashable, Sendable {
    /// Its number, from 1; of what nobody was told, that of the last notice before it.
    package var sequence: Int
    /// Whether it is a notice; what is not is an exit, kept as the end of a visit.
    package var isTold = true
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
    /// How many notices before it, forgotten as it is, it stands for as well.
    private var others = 0

    /// It has neither line nor device, region or transition that means anything.
    package var isForgotten: Bool { line.isEmpty }

    /// The numbers of the notices that it stands for: of what is forgotten, there may be several.
    package var numbers: ClosedRange<Int> { sequence - others...sequence }

    package init(
        sequence: Int, device: DeviceID? = nil, regionKind: String, transition: Transition.Kind,
        line: [UInt8], recorded: Timestamp, time: Timestamp
    ) {
        (self.sequence, self.device, self.regionKind) = (sequence, device, regionKind)
        (self.transition, self.line) = (transition, line)
        (self.recorded, self.time) = (recorded, time)
    }
}

extension NoticeEntry {
    /// What is left of a notice that is forgotten.
    static func forgotten(_ sequence: Int, recorded: Timestamp) -> NoticeEntry {
        NoticeEntry(
            sequence: sequence, regionKind: "", transition: .enter, line: [], recorded: recorded,
            time: recorded)
    }

    /// Lets it stand for the next one as well; `false` if the two are not forgotten, in a row.
    fileprivate mutating func joins(_ next: NoticeEntry) -> Bool {
        guard isForgotten, next.isForgotten, next.numbers.lowerBound == sequence + 1 else {
            return false
        }
        others += next.numbers.count
        sequence = next.sequence
        return true
    }
}

extension [NoticeEntry] {
    /// Lets the last entry stand for `next` as well, if both are forgotten.
    mutating func joins(_ next: NoticeEntry) -> Bool {
        isEmpty ? false : self[count - 1].joins(next)
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
    /// Whether exits are asked for that nobody was told: each comes after the notice before it.
    package var withUntold = false

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
