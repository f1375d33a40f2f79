/// A device of a fleet, in memory.
struct FollowedDevice: Sendable {
    private(set) var device: Device
    /// All that it follows.
    private(set) var audiences: Set<Audience>
    var tracked: TrackedDevice
    var thinning: PositionThinning
    /// As it was written down last.
    private(set) var state: DeviceState
    /// Of the regions that it is judged by.
    var version: RegionsVersion
    /// Seconds by a clock that nobody sets.
    var usedAt = 0.0

    var id: DeviceID { device.id }

    init(_ stored: StoredDevice, _ rules: Rules, _ version: RegionsVersion) {
        device = stored.device
        audiences = device.audiences
        tracked = TrackedDevice(device.rules(rules))
        tracked.isLive = true
        thinning = PositionThinning(after: stored.lastKept)
        state = stored.state ?? DeviceState(memory: [])
        self.version = version
    }

    /// People have set it up otherwise: what it follows counts from its next position on.
    mutating func adopt(_ device: Device, _ rules: Rules) {
        self.device = device
        audiences = device.audiences
        adopt(rules)
        tracked.regionsChanged()
    }

    mutating func adopt(_ rules: Rules) { tracked.adopt(device.rules(rules)) }

    /// As of `TrackedDevice`; keeps the fix in `reports`.
    mutating func dropReason(for fix: inout Fix, _ reports: inout FleetReports) -> DropReason? {
        reports.add(fix, of: id, memory: tracked.memory)
        return tracked.dropReason(for: &fix)
    }

    /// Makes the state that is written down after more positions.
    mutating func written(_ counts: FixCounts) {
        state.memory = tracked.memory
        state.inside = tracked.inside.sorted()
        state.position = tracked.position
        state.counts.add(counts)
        state.regions = version
    }
}

extension Device {
    /// The rules that it is judged by, where `rules` are those of all.
    fileprivate func rules(_ rules: Rules) -> Rules {
        var own = rules
        own.filter.allowsClockBack = false
        if let maxAccuracy { own.filter.worstAccuracy = maxAccuracy }
        return own
    }
}
