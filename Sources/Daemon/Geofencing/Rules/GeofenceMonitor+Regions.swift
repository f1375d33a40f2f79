/// The regions, and what happens when others are found.
extension GeofenceMonitor {
    /// The regions that were found, and those that have a state.
    var loadedRegions: RegionList {
        var all = loaded.layers.map(\.layer).list
        all.append(contentsOf: states.lazy.filter { $0.number == nil }.map(\.region))
        return all
    }

    /// How many regions there are in `loadedRegions`, of each kind.
    package var countsByKind: [String: Int] {
        states.lazy.filter { $0.number == nil }.reduce(
            into: loaded.layers.map(\.layer).countsByKind
        ) { $0[$1.region.kind, default: 0] += 1 }
    }

    /// Replaces the regions by those found around `fix`, which is judged next.
    ///
    /// `missedChanges`: the regions that were there before are not known; then one is new if the
    /// device was in it at the fix before.
    ///
    /// If the device is in a region that is gone, it leaves now, and the exit is reported with the
    /// fix. A region that is only too far away to be in `found` is kept until the fixes leave it.
    package mutating func load(
        _ found: RegionSet, around fix: Fix, cause: Transition.Cause, missedChanges: Bool = false
    ) {
        var known = idsNear(fix)
        replaceRegions(by: found)
        if missedChanges, let previous {
            known.formUnion(idsNear(fix).filter { !loaded.has($0, at: previous) })
        }
        newcomers = Newcomers(cause: cause, known: known)
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
        if !presumed.isEmpty { enterPresumed(at: fix) }
    }

    /// The device is in the regions that it is presumed in, as far as they are around it.
    private mutating func enterPresumed(at fix: Fix) {
        for layer in loaded.layers {
            var found: [Region] = []
            layer.layer.forEach { offset in
                if presumed.contains(layer.layer.regions.id(at: offset)) {
                    found.append(layer.layer.regions[offset])
                }
            }
            for region in found {
                guard let number = loaded.candidate(region.id, at: region.center)?.number,
                    !loaded.hasState(number)
                else { continue }
                presumed.remove(region.id)
                addState(region, number, .inside(Stay(entered: fix.time, isReported: true)))
            }
        }
    }

    /// Takes over what was found, also into the states. A region that has moved away from its old
    /// middle is another.
    mutating func replaceRegions(by found: RegionSet) {
        loaded = LoadedRegions(found.layers)
        for i in states.indices {
            let old = states[i].region
            states[i].number = nil
            guard let new = loaded.candidate(old.id, at: old.center) else { continue }
            (states[i].region, states[i].number) = (loaded[new], new.number)
            loaded.setState(new.number, true)
        }
    }

    private func idsNear(_ fix: Fix) -> Set<String> {
        var ids = Set(states.map(\.region.id))
        loaded.forEach(at: fix.coordinate) { ids.insert(loaded.id(of: $0)) }
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
