/// The regions, and what happens when others are found.
extension GeofenceMonitor {
    /// Those that were found, and those that the device is or was at.
    package var loadedRegions: RegionList {
        var all = surroundings.regions
        all.append(contentsOf: watches.lazy.filter { $0.number == nil }.map(\.region))
        return all
    }

    /// Replaces the regions by those found around `fix`, which is judged next.
    ///
    /// A region that is gone although the device is in it is left now, and the exit told with the
    /// fix; one that is only too far away to be in `found` is kept until the fixes say that it was
    /// left.
    package mutating func load(
        _ found: RegionSet, around fix: Fix, cause: Transition.Cause
    ) {
        newcomers = Newcomers(cause: cause, known: idsNear(fix))
        replaceRegions(by: found)
        for i in watches.indices.reversed() where watches[i].number == nil {
            let watch = watches[i]
            guard isGone(watch.region, from: found, around: fix.coordinate, at: fix.time) else {
                continue
            }
            if let stay = watch.stay, stay.isTold {
                removals.append(removal(of: watch.region, stay, at: fix))
            }
            endWatch(i, nil)
        }
        for (id, place) in places(of: presumed) {
            let number = surroundings.number(of: place)
            if surroundings.isWatched(number) { continue }
            presumed.remove(id)
            let stay = Stay(entered: fix.time, isTold: true)
            watch(surroundings.regions[place], number, .inside(stay))
        }
    }

    /// Takes over what was found, also into the watches.
    mutating func replaceRegions(by found: RegionSet) {
        wake()
        surroundings = Surroundings(found.regions)
        let places = places(of: Set(watches.map(\.region.id)))
        for i in watches.indices {
            watches[i].number = nil
            guard let place = places[watches[i].region.id] else { continue }
            let number = surroundings.number(of: place)
            (watches[i].region, watches[i].number) = (surroundings.regions[place], number)
            surroundings.watch(number)
        }
    }

    private func places(of ids: Set<String>) -> [String: Int] {
        let regions = surroundings.regions
        var places: [String: Int] = [:]
        if ids.isEmpty { return places }
        for place in regions.indices {
            let id = regions.id(at: place)
            if ids.contains(id) { places[id] = place }
        }
        return places
    }

    private func idsNear(_ fix: Fix) -> Set<String> {
        var ids = Set(watches.map(\.region.id))
        surroundings.forEach(at: fix.coordinate) { neighbour in
            ids.insert(surroundings.regions.id(at: neighbour.place))
        }
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
