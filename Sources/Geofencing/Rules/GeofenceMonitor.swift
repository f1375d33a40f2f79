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
    /// Whether the last fix was in it.
    private var isCalm = false

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
        let before = sightings
        sightings.add(fix, rules)
        defer { previous = fix }
        // So it is at most fixes: then all else is spared.
        if let previous, provenSince == nil, calm.covers(fix, after: previous, rules) {
            // From the second one on it is the same.
            if !isCalm { standing = watches.first?.standing(after: sightings) ?? Standing() }
            isCalm = true
            return []
        }
        isCalm = false
        return judge(fix, provenSince, before)
    }

    /// `before`: the sightings without this one.
    @inline(never)
    private mutating func judge(
        _ fix: Fix, _ provenSince: Fix?, _ before: Sightings
    ) -> [Transition] {
        standing = Standing()
        let step = step(to: fix, provenSince: provenSince, before)
        if step.isGap || !step.isComparable || provenSince != nil { wake() }
        if let previous, !step.isComparable {
            for i in watches.indices { watches[i].shift(by: fix.time - previous.time) }
        }
        var told = removals
        removals = []
        for neighbour in surroundings.arrivals(step) { begin(neighbour, step, &told) }
        newcomers = nil
        follow(step, &told)
        if let watch = watches.first { standing = watch.standing(after: sightings) }
        return told.count > 1 ? told.inOrder : told
    }

    @inline(__always)
    func step(to fix: Fix, provenSince: Fix? = nil, _ before: Sightings) -> Step {
        Step(
            from: previous, to: fix, provenSince: provenSince,
            travelled: calm.travelled(to: fix.coordinate), sightings: (before, sightings), rules)
    }

    /// Asks those of the watches about which the step may change something.
    private mutating func follow(_ step: Step, _ told: inout [Transition]) {
        let rules = rules
        watches.wakeAccurate(step)
        var limit = Lull.Limit.none
        var i = watches.count
        while let awake = watches.lastAwake(before: i, step, &limit) {
            i = awake
            if let own = watches.follow(i, step, rules, &told) {
                limit.keep(to: own)
            } else {
                standing.reason = watches[i].reason
                endWatch(i, step)
            }
        }
        limit.reach = min(limit.reach, surroundings.clear)
        calm.begin(step, limit, accuracy: watches.accuracy)
    }

    /// Nothing of what was found out before says what the next fix will change.
    mutating func wake() {
        calm.end()
        surroundings.wake()
        watches.wake()
    }

    /// Begins to watch the region, or sees the device pass through it.
    private mutating func begin(
        _ neighbour: Surroundings.Neighbour, _ step: Step, _ told: inout [Transition]
    ) {
        let region = surroundings.regions[neighbour.place]
        let number = neighbour.number
        let position = step.position(region)
        if region.isActive(at: step.fix.time), position.isInside {
            // Counted as a first fix inside by `follow`.
            let initial = initialCause(of: region)
            watch(region, number, .approached(count: 0, initial: initial))
        } else if let pass = step.pass(through: region, position) {
            for decision in [pass.enter, pass.exit] {
                told.append(Transition(decision, of: region, at: step.fix))
            }
            watch(region, number, .left(near: pass.exit.time, count: 0))
        } else {
            standing.reason = .closed
            surroundings.unwatch(number, clear: -.infinity)
        }
    }

    mutating func watch(_ region: Region, _ number: UInt32, _ state: Watch.State) {
        watches.append(Watch(region, number, state, sightings))
        surroundings.watch(number)
        calm.end()
    }

    /// Of the watch at `i`, in whose place comes the last one. `step`: the last one that it
    /// followed.
    mutating func endWatch(_ i: Int, _ step: Step?) {
        if let number = watches[i].number {
            let clear = step.map { $0.travelled + watches[i].clearance($0) }
            surroundings.unwatch(number, clear: clear ?? -.infinity)
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

extension [Transition] {
    /// In the order of time; at one time by region, and within a region as they must come.
    var inOrder: [Transition] {
        // They are large: it is their numbers that are moved about.
        indices.sorted { self[$0].precedes(self[$1]) }.map { self[$0] }
    }
}

extension Transition {
    fileprivate func precedes(_ other: Transition) -> Bool {
        (time, region.id, kind) < (other.time, other.region.id, other.kind)
    }
}
