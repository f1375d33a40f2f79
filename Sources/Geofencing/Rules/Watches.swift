/// The regions with a history, and beside each for how long nothing can happen to it.
///
/// Most fixes look at nothing else: there may be a hundred.
struct Watches: Sendable {
    private var watches: [Watch] = []
    private var lulls: [Lull] = []

    mutating func append(_ watch: Watch) {
        watches.append(watch)
        lulls.append(.none)
    }

    /// In its place comes the last one.
    mutating func remove(at i: Int) {
        watches.swapAt(i, watches.count - 1)
        watches.removeLast()
        lulls.swapAt(i, lulls.count - 1)
        lulls.removeLast()
    }

    mutating func removeAll(where isGone: (Watch) -> Bool) {
        watches.removeAll(where: isGone)
        lulls = watches.map { _ in .none }
    }

    /// Something may change that they were not asked about.
    mutating func wake() {
        for i in lulls.indices { lulls[i] = .none }
    }

    /// For how long nothing can happen to the one at `i`.
    @inline(__always)
    func lull(at i: Int) -> Lull { lulls[i] }

    /// The one at `i` goes one fix further, and adds what there is to tell; `false` if nothing is
    /// left to watch.
    mutating func follow(
        _ i: Int, _ step: Step, _ rules: RegionRules, _ told: inout [Transition]
    ) -> Bool {
        guard let lull = watches[i].follow(step, rules, &told) else { return false }
        lulls[i] = lull
        return true
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
