/// Follows one device in and out of regions.
///
/// Fixes go in, in the order of their times, and transitions come out. It never decides with
/// hindsight and never reads a clock. What it tells of one region does not depend on which others
/// there are.
package struct GeofenceMonitor: Sendable {
    package var rules = RegionRules()

    private var regions: [Region] = []
    /// So many of them were found by the last look-up; the others only had a history then.
    private var foundCount = 0
    private var circles: [Circle] = []
    private var index = RegionIndex([])
    private var watches: [Watch] = []
    private var isWatched: [Bool] = []
    private var newcomers: Newcomers?
    /// Exits from regions that are gone, to be told with the next fix.
    private var removals: [Transition] = []
    private var previous: Fix?
    /// The ids of regions that the device was in when the process ended, if that is all that is
    /// known.
    private var presumed: Set<String> = []

    package init() {}

    package var regionCount: Int { regions.count }
    package var loadedRegions: [Region] { regions }
    /// The ids of the regions that the device is in.
    package var inside: Set<String> {
        Set(watches.filter { $0.stay != nil }.map { regions[$0.place].id })
    }

    /// Regions that the next fix sees for the first time.
    private struct Newcomers {
        let cause: Transition.Cause
        /// The ones near the device that are not new.
        let known: Set<String>
    }

    /// What the regions are asked for at each fix, close together in memory.
    private struct Circle {
        var center: Coordinate
        var radius: Double
    }
}

// MARK: - Fixes

extension GeofenceMonitor {
    /// What happens at `fix`, in the order of time.
    ///
    /// `provenSince`: where the track began that the fix has proven, if it took that.
    package mutating func transitions(at fix: Fix, provenSince: Fix? = nil) -> [Transition] {
        let step = Step(from: previous, to: fix, provenSince: provenSince, rules)
        if let previous, !step.isComparable {
            for i in watches.indices { watches[i].shift(by: fix.time - previous.time) }
        }
        var told = removals
        removals = []
        for place in arrivals(step) { begin(place, step, &told) }
        for i in watches.indices.reversed()
        where !watches[i].follow(regions[watches[i].place], step, rules, &told) {
            isWatched[watches[i].place] = false
            watches.swapAt(i, watches.count - 1)
            watches.removeLast()
        }
        newcomers = nil
        previous = fix
        if told.count > 1 { told.sort { $0.precedes($1) } }
        return told
    }

    /// What begins and ends by itself until `now`, told of the device where it was last seen.
    ///
    /// A deal ends whether fixes come or not. One that starts is only entered while the last fix is
    /// young enough to say where the device is; else the next fix finds it.
    package mutating func transitions(until now: Timestamp) -> [Transition] {
        guard let previous, now > previous.time else { return [] }
        var later = previous
        later.time = now
        let step = Step(from: previous, to: later, rules)
        var told: [Transition] = []
        for place in startsNear(previous, until: now) where !step.isGap {
            watch(place, .approached(count: 0, initial: .started))
        }
        for i in watches.indices.reversed() {
            let region = regions[watches[i].place]
            guard region.changes(after: previous.time, until: now) else { continue }
            if !watches[i].follow(region, step, rules, &told) {
                isWatched[watches[i].place] = false
                watches.swapAt(i, watches.count - 1)
                watches.removeLast()
            }
        }
        // Nobody has seen the device since.
        for i in told.indices { told[i].fix = previous }
        return told.sorted { $0.precedes($1) }
    }

    /// When the time of a region next begins or ends.
    package func nextChange(after time: Timestamp) -> Timestamp? {
        var next: Timestamp?
        for region in regions {
            guard let window = region.window else { continue }
            for bound in [window.start, window.end].compactMap(\.self) where bound > time {
                next = min(next ?? bound, bound)
            }
        }
        return next
    }

    /// The places of the regions whose time has begun, and that the device is surely in.
    private func startsNear(_ fix: Fix, until now: Timestamp) -> [Int] {
        let step = Step(from: nil, to: fix, rules)
        var places: [Int] = []
        index.forEach(near: fix.coordinate, reach: 0) { place in
            let region = regions[place]
            if !isWatched[place], !region.isActive(at: fix.time), region.isActive(at: now),
                step.position(region).isSurelyInside
            {
                places.append(place)
            }
        }
        return places
    }

    /// The places of the regions that the fix, or the way to it, touches for the first time.
    private func arrivals(_ step: Step) -> [Int] {
        var arrivals: [Int] = []
        let (circles, isWatched) = (circles, isWatched)
        index.forEach(near: step.middle, reach: step.halfWay) { place in
            if isWatched[place] { return }
            let circle = circles[place]
            if step.plane.distance(to: circle.center) <= circle.radius
                || step.crossing(circle.center, circle.radius) != nil
            {
                arrivals.append(place)
            }
        }
        return arrivals
    }

    /// Begins to watch the region at `place`, or sees the device pass through it.
    private mutating func begin(_ place: Int, _ step: Step, _ told: inout [Transition]) {
        let region = regions[place]
        if region.isActive(at: step.fix.time), step.position(region).isInside {
            // Counted as a first fix inside by `follow`.
            watch(place, .approached(count: 0, initial: initialCause(of: region)))
        } else if let pass = step.pass(through: region) {
            told += [pass.enter, pass.exit]
            watch(place, .left(near: pass.exit.time, count: 0))
        }
    }

    private mutating func watch(_ place: Int, _ state: Watch.State) {
        watches.append(Watch(place, state))
        isWatched[place] = true
    }

    /// Why the region appeared around the device; `nil` if the device came to it.
    private func initialCause(of region: Region) -> Transition.Cause? {
        if let newcomers, !newcomers.known.contains(region.id) { return newcomers.cause }
        guard let start = region.window?.start, let previous else { return nil }
        return start > previous.time ? .started : nil
    }
}

// MARK: - Regions

extension GeofenceMonitor {
    /// Replaces the regions by those found around `fix`, which is judged next.
    ///
    /// A region that is gone although the device is in it is left now, and the exit told with the
    /// fix; one that is only too far away to be in `found` is kept until the fixes say that it was
    /// left.
    package mutating func load(
        _ found: RegionSet, around fix: Fix, cause: Transition.Cause
    ) {
        newcomers = Newcomers(cause: cause, known: idsNear(fix))
        for (region, watch) in replaceRegions(by: found) {
            if isGone(region, from: found, around: fix.coordinate, at: fix.time) {
                if let stay = watch.stay, stay.isTold {
                    removals.append(removal(of: region, stay, at: fix))
                }
            } else {
                keep(region, watch)
            }
        }
        arrange()
        for (id, place) in places(of: presumed) where !isWatched[place] {
            presumed.remove(id)
            watch(place, .inside(Stay(entered: fix.time, isTold: true)))
        }
    }

    /// Takes over what was found, with the watches of the regions that are in it, and returns the
    /// other ones.
    private mutating func replaceRegions(by found: RegionSet) -> [(region: Region, watch: Watch)] {
        let watched = watches.map { (region: regions[$0.place], watch: $0) }
        regions = found.regions
        foundCount = regions.count
        watches.removeAll()
        let places = places(of: Set(watched.map(\.region.id)))
        var others: [(Region, Watch)] = []
        for (region, var watch) in watched {
            guard let place = places[region.id] else {
                others.append((region, watch))
                continue
            }
            watch.place = place
            watches.append(watch)
        }
        return others
    }

    private mutating func keep(_ region: Region, _ watch: Watch) {
        var watch = watch
        watch.place = regions.count
        regions.append(region)
        watches.append(watch)
    }

    /// After the list of regions has changed.
    private mutating func arrange() {
        circles = regions.map { Circle(center: $0.center, radius: $0.radius) }
        index = RegionIndex(regions)
        isWatched = [Bool](repeating: false, count: regions.count)
        for watch in watches { isWatched[watch.place] = true }
    }

    private func places(of ids: Set<String>) -> [String: Int] {
        var places: [String: Int] = [:]
        if ids.isEmpty { return places }
        for (place, region) in regions.enumerated() where ids.contains(region.id) {
            places[region.id] = place
        }
        return places
    }

    private func idsNear(_ fix: Fix) -> Set<String> {
        var ids: Set<String> = []
        index.forEach(near: fix.coordinate, reach: 0) { place in
            if place < foundCount || isWatched[place] { ids.insert(regions[place].id) }
        }
        return ids
    }

    /// Whether `found` ought to have `region`, and its window is no reason that it has not.
    private func isGone(
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

// MARK: - What outlives the process

extension GeofenceMonitor {
    /// Whether all that is known has been told: it is not between a look-up and the next fix.
    var isSettled: Bool { newcomers == nil && removals.isEmpty }

    /// The ids of the regions that listeners were told the device is in, in order.
    var toldInside: [String] {
        watches.filter { $0.stay?.isTold == true }.map { regions[$0.place].id }.sorted()
    }

    func write(to bytes: inout StateWriter) {
        bytes.put(previous)
        bytes.put(watches.count)
        for watch in watches {
            bytes.put(regions[watch.place])
            bytes.put(watch.state)
        }
        bytes.put(presumed.sorted())
    }

    /// Knows again what it knew, but only of the regions that have a history.
    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        previous = try bytes.take()
        let count: Int = try bytes.take()
        (regions, foundCount, watches) = ([], 0, [])
        var left = count
        while left > 0 {
            let region: Region = try bytes.take()
            keep(region, Watch(0, try bytes.take()))
            left -= 1
        }
        let ids: [String] = try bytes.take()
        presumed = Set(ids)
        arrange()
    }

    /// Takes over what there is now where regions were last looked up, as if it had been there all
    /// the time. Says whether a region with a history ought to be in it and is not: then it is
    /// time for a look-up that tells so.
    mutating func reload(
        _ found: RegionSet, around center: Coordinate, at time: Timestamp
    ) -> Bool {
        var isMissing = false
        for (region, watch) in replaceRegions(by: found) {
            keep(region, watch)
            if isGone(region, from: found, around: center, at: time) { isMissing = true }
        }
        arrange()
        return isMissing
    }

    /// Another journey begins: all that counts of the one before is where it has entered and not
    /// left.
    mutating func keepOnlyStays() {
        watches.removeAll { $0.stay?.isTold != true }
        (regions, foundCount) = (watches.map { regions[$0.place] }, 0)
        for i in watches.indices { watches[i].place = i }
        arrange()
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

extension Region {
    /// Whether its time begins or ends in the span from just after `past` to `now`.
    fileprivate func changes(after past: Timestamp, until now: Timestamp) -> Bool {
        isActive(at: past) != isActive(at: now)
    }
}

extension Transition {
    /// In the order of time; at one time by region, and within a region as they must come.
    fileprivate func precedes(_ other: Transition) -> Bool {
        (time, region.id, kind) < (other.time, other.region.id, other.kind)
    }
}
