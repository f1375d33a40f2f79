/// Everything that is known of one device: which fixes to believe, which regions are around it, and
/// which of them it is in.
///
/// It is a value. Reports go in and transitions come out; it waits for nothing and opens nothing.
/// Whoever holds it looks regions up when it needs them: `Tracker` for one source, or a loop
/// for many devices.
package struct TrackedDevice: Sendable {
    /// Whether the reports are of now. A trace is not, and may lack accuracies and dates.
    package var isLive = false
    /// Where the device was last seen; `nil` before the first fix that was accepted.
    package internal(set) var position: Fix?

    var filter: FixFilter
    var standing = Standing()
    private var acceptsUnknownAccuracy: Bool?
    var refresh: Refresh
    var monitor = GeofenceMonitor()
    var refreshCause = Transition.Cause.startup
    /// Whether regions have changed while nobody held it.
    private var missedChanges = false
    /// What the clock of the fixes has come to; `nil` before the first fix.
    private var time: Timestamp?

    package init(_ rules: Rules = Rules()) {
        filter = rules.filter
        acceptsUnknownAccuracy = rules.acceptsUnknownAccuracy
        refresh = rules.refresh
        monitor.rules = rules.regions
    }

    /// The regions that are watched now.
    package var regions: RegionList { monitor.loadedRegions }

    /// How many regions are watched now, of each kind.
    package var regionCounts: [String: Int] { monitor.countsByKind }

    /// The ids of the regions that the device is in.
    package var inside: Set<String> { monitor.inside }

    /// When the time of a region next begins or ends; `nil` if none does, or no fix has come.
    package var nextChange: Timestamp? { time.flatMap { monitor.nextChange(after: $0) } }
}

// MARK: - Reports

extension TrackedDevice {
    /// Why `fix` is not used; `nil` if it is. Its accuracy is filled in on the way.
    package mutating func dropReason(for fix: inout Fix) -> DropReason? {
        filter.acceptsUnknownAccuracy = acceptsUnknownAccuracy ?? !isLive
        filter.acceptsUndated = !isLive
        return filter.dropReason(for: &fix)
    }

    /// Whether regions around `fix`, as far as `reach`, must be looked up before it is judged.
    package func needsRegions(at fix: Fix) -> Bool { refresh.isDue(at: fix) }

    /// How far around the device to look for regions, in metres.
    package var reach: Double { refresh.reach }

    /// Takes over the regions that were found around `fix`, which is judged next.
    package mutating func load(_ found: RegionSet, around fix: Fix) {
        refresh.succeeded(at: fix, found)
        monitor.load(found, around: fix, cause: refreshCause, missedChanges: missedChanges)
        refreshCause = .refresh
        missedChanges = false
    }

    /// What happens at `fix`, which was accepted, in the order of time. Nothing does as long as
    /// the regions around it could not be looked up.
    package mutating func transitions(at fix: Fix) -> [Transition] {
        transitions(at: fix) { _, _ in } ?? []
    }

    /// The same, `nil` if the regions are not known. Calls `note` with each region that the fix
    /// changed or might have changed.
    @inline(__always)
    mutating func transitions(
        at fix: Fix, note: (Region, RegionStatus) -> Void
    ) -> [Transition]? {
        (position, time) = (fix, fix.time)
        standing.add(fix)
        guard refresh.covers(fix) else { return nil }
        return monitor.transitions(
            at: fix, provenSince: filter.provenSince, standingAt: standing.place, note: note)
    }

    /// What begins and ends by itself until `now`, while no fix comes.
    package mutating func transitions(until now: Timestamp) -> [Transition] {
        time = now
        return monitor.transitions(until: now, standingAt: standing.place)
    }

    /// Regions have changed: they are looked up again at the next fix.
    package mutating func regionsChanged() {
        refresh.invalidate()
        if refreshCause != .startup { refreshCause = .added }
    }

    /// Regions have changed since its state was written down, and it has those of before no more:
    /// a region that it had stood in without knowing it is new.
    package mutating func regionsChangedWhileAway() {
        regionsChanged()
        missedChanges = true
    }
}

// MARK: - Rules

extension TrackedDevice {
    /// The rules that it is judged by.
    package var rules: Rules {
        var rules = Rules()
        rules.filter = filter.forgotten
        rules.acceptsUnknownAccuracy = acceptsUnknownAccuracy
        rules.refresh.adopt(refresh)
        rules.regions = monitor.rules
        return rules
    }

    /// Goes on with other rules, and everything that it knows.
    package mutating func adopt(_ rules: Rules) {
        acceptsUnknownAccuracy = rules.acceptsUnknownAccuracy
        filter.adopt(rules.filter)
        refresh.adopt(rules.refresh)
        monitor.rules = rules.regions
    }
}
