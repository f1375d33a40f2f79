/// Follows one device in and out of regions.
///
/// Fixes go in, in the order of their times, and transitions come out. It never decides with
/// hindsight and never reads a clock. What it tells of one region does not depend on which others
/// there are.
package struct GeofenceMonitor: Sendable {
    package var rules = RegionRules() {
        didSet { wake() }
    }

    var surroundings = Surroundings()
    /// Also of regions that were not found again.
    var watches = Watches()
    var newcomers: Newcomers?
    /// Exits from regions that are gone, to be told with the next fix.
    var removals: [Transition] = []
    var previous: Fix?
    var sightings = Sightings()
    /// The ids of regions that the device was in when the process ended, if that is all that is
    /// known.
    var presumed: Set<String> = []
    /// What there is to say of the region after the last fix, where there is only one.
    var standing = Standing()
    var calm = Calm()

    package init() {}

    /// Regions that the next fix sees for the first time.
    struct Newcomers {
        let cause: Transition.Cause
        /// The ones near the device that are not new.
        let known: Set<String>
    }

    /// The ids of the regions that the device is in.
    package var inside: Set<String> {
        Set(watches.lazy.filter { $0.stay != nil }.map(\.region.id))
    }
}

// MARK: - Fixes

extension GeofenceMonitor {
    /// What happens at `fix`, in the order of time.
    ///
    /// `provenSince`: where the track began that the fix has proven, if it took that.
    package mutating func transitions(at fix: Fix, provenSince: Fix? = nil) -> [Transition] {
        defer {
            previous = fix
            sightings.add(fix, rules)
        }
        if watches.isEmpty { standing = Standing() }
        // So it is at most fixes: then all else is spared.
        if let previous, provenSince == nil, calm.covers(fix, after: previous, rules) { return [] }
        standing = Standing()
        var step = step(to: fix, provenSince: provenSince)
        step.seen.add(fix, rules)
        if step.isGap || !step.isComparable || provenSince != nil { wake() }
        if let previous, !step.isComparable {
            for i in watches.indices { watches[i].shift(by: fix.time - previous.time) }
        }
        var told = removals
        removals = []
        for place in surroundings.arrivals(step) { begin(place, step, &told) }
        newcomers = nil
        follow(step, &told)
        if let watch = watches.first { standing = watch.standing }
        if told.count > 1 { told.sort { $0.precedes($1) } }
        return told
    }

    func step(to fix: Fix, provenSince: Fix? = nil) -> Step {
        Step(
            from: previous, to: fix, provenSince: provenSince,
            travelled: calm.travelled(to: fix.coordinate), sightings: sightings, rules)
    }

    /// Asks those of the watches about which the step may change something.
    private mutating func follow(_ step: Step, _ told: inout [Transition]) {
        var lull = Lull.endless
        for i in watches.indices.reversed() {
            if !watches.lull(at: i).covers(step.travelled, step.fix),
                !watches.follow(i, step, rules, &told)
            {
                standing.reason = watches[i].reason
                endWatch(i, step)
            } else {
                lull.end(with: watches.lull(at: i))
            }
        }
        lull.end(at: surroundings.clear)
        calm.begin(step, lull)
    }

    /// Nothing of what was found out before says what the next fix will change.
    mutating func wake() {
        calm.end()
        surroundings.wake()
        watches.wake()
    }

    /// Begins to watch the region at `place`, or sees the device pass through it.
    private mutating func begin(_ place: Int, _ step: Step, _ told: inout [Transition]) {
        let region = surroundings.regions[place]
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
            surroundings.pass(place)
        }
    }

    mutating func watch(_ region: Region, at place: Int, _ state: Watch.State) {
        watches.append(Watch(region, at: place, state, sightings))
        surroundings.watch(place)
        calm.end()
    }

    /// Of the watch at `i`, in whose place comes the last one. `step`: the last one that it
    /// followed.
    mutating func endWatch(_ i: Int, _ step: Step?) {
        if let place = watches[i].place {
            let clearance = step.map { $0.travelled + $0.clearance(of: watches[i].region) }
            surroundings.unwatch(place, clear: clearance ?? -.infinity)
        }
        watches.remove(at: i)
        calm.end()
    }

    /// Why the region appeared around the device; `nil` if the device came to it.
    private func initialCause(of region: Region) -> Transition.Cause? {
        if let newcomers, !newcomers.known.contains(region.id) { return newcomers.cause }
        guard let start = region.window?.start, let previous else { return nil }
        return start > previous.time ? .started : nil
    }
}

extension Transition {
    /// In the order of time; at one time by region, and within a region as they must come.
    func precedes(_ other: Transition) -> Bool {
        (time, region.id, kind) < (other.time, other.region.id, other.kind)
    }
}
