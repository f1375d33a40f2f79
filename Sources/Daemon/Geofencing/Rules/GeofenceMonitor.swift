/// Follows one device in and out of regions.
///
/// Fixes go in, in the order of their times, and transitions come out. The monitor never decides
/// with hindsight and never reads a clock. What it reports of one region does not depend on the
/// others.
package struct GeofenceMonitor: Sendable {
    package var rules = RegionRules()

    var loaded = LoadedRegions()
    /// In no order; also of regions that the last look-up did not find.
    var states: [RegionState] = []
    var newcomers: Newcomers?
    /// Exits from regions that are gone, to be reported with the next fix.
    var removals: [Transition] = []
    var previous: Fix?
    /// The ids of regions that the device was in when the process ended, if that is all that is
    /// known.
    var presumed: Set<String> = []

    package init() {}

    /// Regions that the next fix sees for the first time.
    struct Newcomers {
        let cause: Transition.Cause
        /// The regions near the device that are not new.
        let known: Set<String>
    }

    /// The ids of the regions that the device is in.
    package var inside: Set<String> {
        Set(states.lazy.filter { $0.stay != nil }.map(\.region.id))
    }
}

// MARK: - Fixes

extension GeofenceMonitor {
    /// What happens at `fix`, in the order of time.
    ///
    /// `provenSince` is where the track began, if it was not believed until this fix.
    /// `place`: where the device stands; `nil` if it moves, or nobody knows.
    package mutating func transitions(
        at fix: Fix, provenSince: Fix? = nil, standingAt place: Coordinate? = nil
    ) -> [Transition] {
        transitions(at: fix, provenSince: provenSince, standingAt: place) { _, _ in }
    }

    /// The same; calls `note` with each region that the fix changed or might have changed.
    @inline(__always)
    mutating func transitions(
        at fix: Fix, provenSince: Fix?, standingAt place: Coordinate? = nil,
        note: (Region, RegionStatus) -> Void
    ) -> [Transition] {
        guard hasRegions else {
            previous = fix
            newcomers = nil
            return []
        }
        let rules = rules
        let step = Step(
            from: previous, to: fix, provenSince: provenSince, standingAt: place, rules)
        if let previous, !step.isComparable {
            for i in states.indices { states[i].shift(by: fix.time - previous.time) }
        }
        var transitions: [Transition] = []
        if !removals.isEmpty { swap(&transitions, &removals) }
        for arrival in loaded.arrivals(step) { begin(arrival, step, &transitions, note) }
        newcomers = nil
        withUnsafeTemporaryAllocation(of: Double.self, capacity: states.count) { distances in
            // All distances first: a processor works out several at a time.
            for i in states.indices {
                distances.initializeElement(at: i, to: step.length(to: states[i].region.center))
            }
            for i in states.indices.reversed() {
                switch states[i].follow(step, distances[i], rules, &transitions) {
                case .goesOn(let reason):
                    note(states[i].region, RegionStatus(reason: reason, since: states[i].since))
                case .ended(let reason):
                    note(states[i].region, RegionStatus(reason: reason))
                    removeState(at: i)
                }
            }
        }
        previous = fix
        return transitions.count > 1 ? transitions.inOrder : transitions
    }

    /// Without regions, a fix costs nothing: traces are often read before there are any.
    private var hasRegions: Bool {
        !loaded.isEmpty || !states.isEmpty || !removals.isEmpty
    }

    /// Begins to remember the region, unless the device is there at a time at which it does not
    /// count.
    private mutating func begin(
        _ arrival: LoadedRegions.Candidate, _ step: Step, _ transitions: inout [Transition],
        _ note: (Region, RegionStatus) -> Void
    ) {
        let region = loaded[arrival]
        let position = step.position(region)
        if region.isActive(at: step.fix.time), position.isInside {
            // This fix counts as the first one inside when the state follows it.
            let initial = initialCause(of: region)
            addState(region, arrival.number, .approached(count: 0, initial: initial))
        } else if !step.stands(beyond: region.radius, from: region),
            let pass = step.pass(through: region, position)
        {
            for decision in [pass.enter, pass.exit] {
                transitions.append(Transition(decision, of: region, at: step.fix))
            }
            addState(region, arrival.number, .left(Absence(since: pass.exit.time), count: 0))
        } else {
            note(region, RegionStatus(reason: .closed))
        }
    }

    mutating func addState(_ region: Region, _ number: UInt32, _ phase: RegionState.Phase) {
        states.append(RegionState(region, number, phase))
        loaded.setState(number, true)
    }

    /// The last state takes the place of the one at `i`.
    mutating func removeState(at i: Int) {
        if let number = states[i].number { loaded.setState(number, false) }
        states.swapAt(i, states.count - 1)
        states.removeLast()
    }

    /// Why the region appeared around the device; `nil` if the device came to it.
    private func initialCause(of region: Region) -> Transition.Cause? {
        if let newcomers, !newcomers.known.contains(region.id) { return newcomers.cause }
        guard let start = region.window?.start, let previous else { return nil }
        return start > previous.time ? .started : nil
    }
}

extension [Transition] {
    /// In the order of time; at one time by region, and of one region as they must come.
    var inOrder: [Transition] {
        // Transitions are large: this moves their offsets about.
        indices.sorted { self[$0].precedes(self[$1]) }.map { self[$0] }
    }
}

extension Transition {
    fileprivate func precedes(_ other: Transition) -> Bool {
        (time, region.id, kind) < (other.time, other.region.id, other.kind)
    }
}
