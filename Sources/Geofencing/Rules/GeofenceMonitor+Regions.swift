/// The regions, and what happens when others are found.
extension GeofenceMonitor {
    /// The regions that were found, and those that have a state.
    package var loadedRegions: RegionList {
        var all = loaded.regions
        all.append(contentsOf: states.lazy.filter { $0.number == nil }.map(\.region))
        return all
    }

    /// Replaces the regions by those found around `fix`, which is judged next.
    ///
    /// If the device is in a region that is gone, it leaves now, and the exit is reported with the
    /// fix. A region that is only too far away to be in `found` is kept until the fixes leave it.
    package mutating func load(
        _ found: RegionSet, around fix: Fix, cause: Transition.Cause
    ) {
        newcomers = Newcomers(cause: cause, known: idsNear(fix))
        replaceRegions(by: found)
        for i in states.indices.reversed() where states[i].number == nil {
            let region = states[i].region
            guard isGone(region, from: found, around: fix.coordinate, at: fix.time) else {
                continue
            }
            if let stay = states[i].stay, stay.isReported {
                removals.append(removal(of: region, stay, at: fix))
            }
            removeState(at: i)
        }
        for (id, offset) in offsets(of: presumed) {
            let number = loaded.number(at: offset)
            if loaded.hasState(number) { continue }
            presumed.remove(id)
            let stay = Stay(entered: fix.time, isReported: true)
            addState(loaded.regions[offset], number, .inside(stay))
        }
    }

    /// Takes over what was found, also into the states.
    mutating func replaceRegions(by found: RegionSet) {
        loaded = LoadedRegions(found.regions)
        let offsets = offsets(of: Set(states.map(\.region.id)))
        for i in states.indices {
            states[i].number = nil
            guard let offset = offsets[states[i].region.id] else { continue }
            let number = loaded.number(at: offset)
            (states[i].region, states[i].number) = (loaded.regions[offset], number)
            loaded.setState(number, true)
        }
    }

    private func offsets(of ids: Set<String>) -> [String: Int] {
        let regions = loaded.regions
        var offsets: [String: Int] = [:]
        if ids.isEmpty { return offsets }
        for offset in regions.indices {
            let id = regions.id(at: offset)
            if ids.contains(id) { offsets[id] = offset }
        }
        return offsets
    }

    private func idsNear(_ fix: Fix) -> Set<String> {
        var ids = Set(states.map(\.region.id))
        loaded.forEach(at: fix.coordinate) { ids.insert(loaded.regions.id(at: $0.offset)) }
        return ids
    }

    /// Whether `found` ought to have `region`, and its window is no reason that it has not.
    func isGone(
        _ region: Region, from found: RegionSet, around center: Coordinate, at time: Timestamp
    ) -> Bool {
        if let end = region.window?.end, time >= end { return false }
        return region.center.distance(to: center) - region.radius <= found.reach
    }

    private func removal(of region: Region, _ stay: Stay, at fix: Fix) -> Transition {
        // By the clock that the stay began with.
        let now = previous.flatMap { fix.isLater(than: $0) ? nil : $0.time } ?? fix.time
        return Transition(
            kind: .exit, region: region, time: fix.time, fix: fix,
            distance: region.center.distance(to: fix.coordinate), rule: .closed, cause: .removed,
            stay: now - stay.entered)
    }
}
