/// What outlives the process.
extension GeofenceMonitor {
    /// Whether everything known has been reported. It has not between a look-up and the next fix.
    var isSettled: Bool { newcomers == nil && removals.isEmpty }

    /// The ids of the regions that listeners know the device to be in, in order.
    var reportedInside: [String] {
        states.filter { $0.stay?.isReported == true }.map(\.region.id).sorted()
    }

    func write(to bytes: inout StateWriter) {
        bytes.put(previous)
        bytes.put(states.count)
        for state in states {
            bytes.put(state.region)
            bytes.put(state.phase)
        }
        bytes.put(presumed.sorted())
    }

    /// Takes over what was written, which is only of regions with a state.
    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        previous = try bytes.take()
        let count: Int = try bytes.take()
        states = []
        var left = count
        while left > 0 {
            states.append(RegionState(try bytes.take(), nil, try bytes.take()))
            left -= 1
        }
        let ids: [String] = try bytes.take()
        presumed = Set(ids)
        replaceRegions(by: RegionSet(regions: [], reach: 0))
    }

    /// Takes over what there is now where regions were last looked up, as if it had been there all
    /// the time.
    ///
    /// Returns whether a region with a state ought to be in `found` and is not. Then another
    /// look-up is due, which reports that.
    mutating func reload(
        _ found: RegionSet, around center: Coordinate, at time: Timestamp
    ) -> Bool {
        replaceRegions(by: found)
        return states.contains {
            $0.number == nil && isGone($0.region, from: found, around: center, at: time)
        }
    }

    /// Another journey begins: of the one before, only stays that were reported count.
    mutating func keepOnlyStays() {
        states.removeAll { $0.stay?.isReported != true }
        replaceRegions(by: RegionSet(regions: [], reach: 0))
    }

    /// Forgets all other regions.
    mutating func keepOnly(_ id: String) {
        states.removeAll { $0.region.id != id }
        presumed.formIntersection([id])
        replaceRegions(by: RegionSet(regions: [], reach: 0))
    }

    /// A region that was loaded begins to be there, and its enter is told at the next fix.
    mutating func appear(_ region: Region, _ cause: Transition.Cause) {
        guard let found = loaded.candidate(region.id, at: region.center) else { return }
        if let i = states.firstIndex(where: { $0.region.id == region.id }) { removeState(at: i) }
        // As it is told then, the fixes before were as good as it takes.
        addState(
            region, found.number,
            .approached(count: rules.enter.confirmations - 1, initial: cause))
    }

    /// Since when the device stays in the region, is outside, or was last near; `nil` if it has not
    /// entered.
    func since(_ id: String) -> Timestamp? {
        states.first { $0.region.id == id }?.since
    }

    /// With the same rules, and no memory.
    var forgotten: GeofenceMonitor {
        var monitor = GeofenceMonitor()
        monitor.rules = rules
        return monitor
    }

    /// The device was in these regions; more is not known.
    mutating func presume(inside ids: [String]) {
        presumed = Set(ids)
    }
}
