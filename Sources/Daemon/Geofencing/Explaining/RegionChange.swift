/// That a region came or went while the device was in it, as a notice has told.
package struct RegionChange: Sendable {
    /// Of the fix on which that was told.
    package var time: Timestamp
    /// Why it was there from then on; `nil` if it was removed.
    package var appeared: Transition.Cause?

    /// `nil` if the cause is another.
    package init?(_ cause: Transition.Cause?, at time: Timestamp) {
        self.time = time
        switch cause {
        case .added, .refresh: appeared = cause
        case .removed: appeared = nil
        case .startup, .started, .ended, nil: return nil
        }
    }
}

/// Whether a region is there, as a journey goes on.
struct RegionPresence {
    let region: Region
    var isThere: Bool
    private var changes: ArraySlice<RegionChange>

    /// `changes`: in the order of time. What appears first was not there before.
    init(_ region: Region, _ changes: [RegionChange]) {
        self.region = region
        self.changes = changes[...]
        isThere = changes.first?.appeared == nil
    }

    /// The last change until then that has not been asked for; `nil` if there is none.
    mutating func change(at time: Timestamp) -> RegionChange? {
        var last: RegionChange?
        while let next = changes.first, next.time <= time { last = changes.removeFirst() }
        if let last { isThere = last.appeared != nil }
        return last
    }
}
