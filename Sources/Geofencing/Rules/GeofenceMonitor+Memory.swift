/// What outlives the process.
extension GeofenceMonitor {
    /// Whether all that is known has been told: it is not between a look-up and the next fix.
    var isSettled: Bool { newcomers == nil && removals.isEmpty }

    /// The ids of the regions that listeners were told the device is in, in order.
    var toldInside: [String] {
        watches.filter { $0.stay?.isTold == true }.map(\.region.id).sorted()
    }

    func write(to bytes: inout StateWriter) {
        bytes.put(previous)
        bytes.put(watches.count)
        for var watch in watches {
            watch.catchUp(with: sightings)
            bytes.put(watch.region)
            bytes.put(watch.state)
        }
        bytes.put(presumed.sorted())
    }

    /// Knows again what it knew, but only of the regions that have a history.
    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        previous = try bytes.take()
        let count: Int = try bytes.take()
        watches = Watches()
        var left = count
        while left > 0 {
            watches.append(Watch(try bytes.take(), nil, try bytes.take(), sightings))
            left -= 1
        }
        let ids: [String] = try bytes.take()
        presumed = Set(ids)
        replaceRegions(by: RegionSet(regions: [], reach: 0))
    }

    /// Takes over what there is now where regions were last looked up, as if it had been there all
    /// the time. Says whether a region with a history ought to be in it and is not: then it is
    /// time for a look-up that tells so.
    mutating func reload(
        _ found: RegionSet, around center: Coordinate, at time: Timestamp
    ) -> Bool {
        replaceRegions(by: found)
        return watches.contains {
            $0.number == nil && isGone($0.region, from: found, around: center, at: time)
        }
    }

    /// Another journey begins: all that counts of the one before is where it has entered and not
    /// left.
    mutating func keepOnlyStays() {
        watches.removeAll { $0.stay?.isTold != true }
        replaceRegions(by: RegionSet(regions: [], reach: 0))
    }

    /// Forgets all other regions.
    mutating func keepOnly(_ id: String) {
        watches.removeAll { $0.region.id != id }
        presumed.formIntersection([id])
        replaceRegions(by: RegionSet(regions: [], reach: 0))
        standing = watches.first?.standing(after: sightings) ?? Standing()
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
