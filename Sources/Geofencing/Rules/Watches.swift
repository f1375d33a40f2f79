/// The regions with a history, and beside each for how long nothing can happen to it.
///
/// There may be a hundred. Most fixes look at nothing but how far the device can go.
struct Watches: Sendable {
    private var watches: [Watch] = []
    private var lulls: [Lull] = []
    /// Those of the lulls.
    private var limits = Limits()
    /// Metres: as accurate as that, fixes are good enough for all lulls.
    private(set) var accuracy = Double.infinity

    mutating func append(_ watch: Watch) {
        watches.append(watch)
        lulls.append(.none)
        limits.append(.past)
    }

    /// In its place comes the last one.
    mutating func remove(at i: Int) {
        let last = watches.removeLast()
        if i < watches.count { watches[i] = last }
        lulls[i] = lulls[watches.count]
        lulls.removeLast()
        limits.remove(at: i)
    }

    mutating func removeAll(where isGone: (Watch) -> Bool) {
        for i in watches.indices.reversed() where isGone(watches[i]) { remove(at: i) }
    }

    /// Something may change that they were not asked about.
    mutating func wake() {
        for i in lulls.indices { (lulls[i], limits[i]) = (.none, .past) }
    }
}

extension Watches: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { watches.count }

    subscript(i: Int) -> Watch {
        get { watches[i] }
        _modify { yield &watches[i] }
    }
}

// MARK: - Fixes

extension Watches {
    /// The one at `i` goes one fix further, and adds what there is to tell. Says until when it need
    /// not go on; `nil` if nothing is left to watch.
    mutating func follow(
        _ i: Int, _ step: Step, _ rules: RegionRules, _ told: inout [Transition]
    ) -> Lull.Limit? {
        guard let lull = watches[i].follow(step, rules, &told) else { return nil }
        (lulls[i], limits[i]) = (lull, lull.limit)
        accuracy = Swift.min(accuracy, lull.accuracy)
        return lull.limit
    }

    /// The last one before `end` whose lull is over at the end of `step`; those after it have
    /// `limit` in common.
    mutating func lastAwake(before end: Int, _ step: Step, _ limit: inout Lull.Limit) -> Int? {
        var i = end
        while let over = limits.lastOver(before: i, step, &limit) {
            guard lulls[over].goesOn(step) else { return over }
            limits[over] = lulls[over].limit
            limit.keep(to: limits[over])
            i = over
        }
        return nil
    }

    /// Wakes those whose lulls take better fixes than that of `step`.
    mutating func wakeAccurate(_ step: Step) {
        if step.accuracy <= accuracy { return }
        accuracy = .infinity
        for i in lulls.indices {
            if step.accuracy > lulls[i].accuracy {
                limits[i] = .past
            } else {
                accuracy = Swift.min(accuracy, lulls[i].accuracy)
            }
        }
    }
}
