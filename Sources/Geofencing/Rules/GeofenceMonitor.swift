/// Follows one device in and out of regions.
///
/// Fixes go in, in the order of their times, and transitions come out. It never decides with
/// hindsight and never reads a clock. What it tells of one region does not depend on which others
/// there are.
package struct GeofenceMonitor: Sendable {
    package var rules = RegionRules() {
        didSet { wake() }
    }

    /// As the last look-up found them.
    private var regions: RegionList = []
    private var index = RegionIndex([])
    /// Also of regions that were not found again.
    private var watches: [Watch] = []
    /// By place in `regions`.
    private var isWatched: [Bool] = []
    private var newcomers: Newcomers?
    /// Exits from regions that are gone, to be told with the next fix.
    private var removals: [Transition] = []
    private var previous: Fix?
    /// As `Step.travelled`, at `previous`.
    private var travelled = 0.0
    /// Up to there no region is near that is not watched.
    private var clear = -Double.infinity
    /// The ids of regions that the device was in when the process ended, if that is all that is
    /// known.
    private var presumed: Set<String> = []
    /// What there is to say of the region after the last fix, where there is only one.
    private(set) var standing = Standing()

    /// Metres beyond what the device may have touched that it looks, to see what it can go without
    /// looking.
    private static let outlook = 20.0

    package init() {}

    /// Those that were found, and those that the device is or was at.
    package var loadedRegions: RegionList {
        var all = regions
        all.append(contentsOf: watches.lazy.filter { $0.place == nil }.map(\.region))
        return all
    }
    /// The ids of the regions that the device is in.
    package var inside: Set<String> {
        Set(watches.filter { $0.stay != nil }.map(\.region.id))
    }

    /// Regions that the next fix sees for the first time.
    private struct Newcomers {
        let cause: Transition.Cause
        /// The ones near the device that are not new.
        let known: Set<String>
    }
}

// MARK: - Fixes

extension GeofenceMonitor {
    /// What happens at `fix`, in the order of time.
    ///
    /// `provenSince`: where the track began that the fix has proven, if it took that.
    package mutating func transitions(at fix: Fix, provenSince: Fix? = nil) -> [Transition] {
        standing = Standing()
        if isFarFromAll(fix, provenSince) {
            previous = fix
            return []
        }
        let step = Step(
            from: previous, to: fix, provenSince: provenSince, travelled: travelled, rules)
        travelled = step.travelled
        if step.isGap || !step.isComparable || provenSince != nil { wake() }
        if let previous, !step.isComparable {
            for i in watches.indices { watches[i].shift(by: fix.time - previous.time) }
        }
        var told = removals
        removals = []
        for place in arrivals(step) { begin(place, step, &told) }
        for i in watches.indices.reversed()
        where !watches[i].lull.covers(step) && !watches[i].follow(step, rules, &told) {
            standing.reason = watches[i].reason
            endWatch(i)
        }
        if let watch = watches.first { standing = watch.standing }
        newcomers = nil
        previous = fix
        if told.count > 1 { told.sort { $0.precedes($1) } }
        return told
    }

    /// Whether nothing can happen at `fix`, as at most fixes: then all else is spared.
    private mutating func isFarFromAll(_ fix: Fix, _ provenSince: Fix?) -> Bool {
        guard watches.isEmpty, removals.isEmpty, newcomers == nil, provenSince == nil else {
            return false
        }
        let way = previous.map { fix.coordinate.distanceAtMost(to: $0.coordinate) } ?? 0
        guard travelled + way <= clear else { return false }
        travelled += way
        return true
    }

    /// Nothing of what was found out before says what the next fix will change.
    private mutating func wake() {
        clear = -.infinity
        for i in watches.indices { watches[i].wake() }
    }

    /// What begins and ends by itself until `now`, told of the device where it was last seen.
    ///
    /// A deal ends whether fixes come or not. One that starts is only entered while the last fix is
    /// young enough to say where the device is; else the next fix finds it.
    package mutating func transitions(until now: Timestamp) -> [Transition] {
        guard let previous, now > previous.time else { return [] }
        var later = previous
        later.time = now
        let step = Step(from: previous, to: later, travelled: travelled, rules)
        var told: [Transition] = []
        for place in startsNear(previous, until: now) where !step.isGap {
            watch(regions[place], at: place, .approached(count: 0, initial: .started))
        }
        for i in watches.indices.reversed()
        where watches[i].region.changes(after: previous.time, until: now)
            && !watches[i].follow(step, rules, &told)
        {
            endWatch(i)
        }
        // Nobody has seen the device since.
        for i in told.indices { told[i].fix = previous }
        return told.sorted { $0.precedes($1) }
    }

    /// When the time of a region next begins or ends.
    package func nextChange(after time: Timestamp) -> Timestamp? {
        ([regions.nextChange(after: time)]
            + watches.map { $0.region.window?.nextChange(after: time) }).compactMap(\.self).min()
    }

    /// The places of the regions whose time has begun, and that the device is surely in.
    private func startsNear(_ fix: Fix, until now: Timestamp) -> [Int] {
        let step = Step(from: nil, to: fix, rules)
        var places: [Int] = []
        index.forEach(near: fix.coordinate, reach: 0) { place in
            if !isWatched[place], !regions.isActive(at: place, fix.time),
                regions.isActive(at: place, now), step.position(regions[place]).isSurelyInside
            {
                places.append(place)
            }
        }
        return places
    }

    /// The places of the regions that the fix, or the way to it, touches for the first time.
    private mutating func arrivals(_ step: Step) -> [Int] {
        if step.travelled <= clear { return [] }
        var arrivals: [Int] = []
        var nearest = regions.isEmpty ? .infinity : Self.outlook
        index.forEach(near: step.middle, reach: step.halfWay + Self.outlook) { place in
            if isWatched[place] { return }
            let (center, radius) = (regions.center(at: place), regions.radius(at: place))
            if step.touches(center, radius) { arrivals.append(place) }
            let distance = step.plane.distance(to: center)
            // Where the ground is not flat, ways seem to lead through what they do not.
            nearest = min(nearest, step.plane.isFlat(distance) ? distance - radius : -.infinity)
        }
        clear = arrivals.isEmpty ? step.travelled + nearest - Lull.slack : -.infinity
        return arrivals
    }

    /// Begins to watch the region at `place`, or sees the device pass through it.
    private mutating func begin(_ place: Int, _ step: Step, _ told: inout [Transition]) {
        let region = regions[place]
        let position = step.position(region)
        if region.isActive(at: step.fix.time), position.isInside {
            // Counted as a first fix inside by `follow`.
            watch(region, at: place, .approached(count: 0, initial: initialCause(of: region)))
        } else if let pass = step.pass(through: region, position) {
            for decision in [pass.enter, pass.exit] {
                told.append(Transition(decision, of: region, at: step.fix))
            }
            watch(region, at: place, .left(near: pass.exit.time, count: 0))
        } else {
            standing.reason = .closed
        }
    }

    private mutating func watch(_ region: Region, at place: Int, _ state: Watch.State) {
        watches.append(Watch(region, at: place, state))
        isWatched[place] = true
    }

    /// Of the watch at `i`, in whose place comes the last one.
    private mutating func endWatch(_ i: Int) {
        if let place = watches[i].place { isWatched[place] = false }
        clear = -.infinity
        watches.swapAt(i, watches.count - 1)
        watches.removeLast()
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
        replaceRegions(by: found)
        for i in watches.indices.reversed() where watches[i].place == nil {
            let watch = watches[i]
            guard isGone(watch.region, from: found, around: fix.coordinate, at: fix.time) else {
                continue
            }
            if let stay = watch.stay, stay.isTold {
                removals.append(removal(of: watch.region, stay, at: fix))
            }
            endWatch(i)
        }
        for (id, place) in places(of: presumed) where !isWatched[place] {
            presumed.remove(id)
            let stay = Stay(entered: fix.time, isTold: true)
            watch(regions[place], at: place, .inside(stay))
        }
    }

    /// Takes over what was found, also into the watches.
    private mutating func replaceRegions(by found: RegionSet) {
        wake()
        regions = found.regions
        index = RegionIndex(regions)
        isWatched = [Bool](repeating: false, count: regions.count)
        let places = places(of: Set(watches.map(\.region.id)))
        for i in watches.indices {
            watches[i].place = places[watches[i].region.id]
            guard let place = watches[i].place else { continue }
            watches[i].region = regions[place]
            isWatched[place] = true
        }
    }

    private func places(of ids: Set<String>) -> [String: Int] {
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
        index.forEach(near: fix.coordinate, reach: 0) { ids.insert(regions.id(at: $0)) }
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
        watches.filter { $0.stay?.isTold == true }.map(\.region.id).sorted()
    }

    func write(to bytes: inout StateWriter) {
        bytes.put(previous)
        bytes.put(watches.count)
        for watch in watches {
            bytes.put(watch.region)
            bytes.put(watch.state)
        }
        bytes.put(presumed.sorted())
    }

    /// Knows again what it knew, but only of the regions that have a history.
    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        previous = try bytes.take()
        let count: Int = try bytes.take()
        watches = []
        var left = count
        while left > 0 {
            watches.append(Watch(try bytes.take(), at: nil, try bytes.take()))
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
            $0.place == nil && isGone($0.region, from: found, around: center, at: time)
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
        standing = watches.first?.standing ?? Standing()
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
