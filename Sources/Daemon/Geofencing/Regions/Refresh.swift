/// Says when the device has come far enough to look for regions again.
package struct Refresh: Sendable {
    /// As the crow flies from where they were last looked up, in metres.
    package var distance = 1500.0
    /// How far around the device to look, in metres.
    ///
    /// Enough for the way until the next look-up, a segment that a visit may hide in, and the
    /// worst fix: `distance` + 1000 + 20 and some reserve.
    package var reach = 3000.0
    /// Seconds by the clock of the fixes after which what was loaded is too old.
    package var age = 86_400.0

    private var last: (center: Coordinate, reach: Double, time: Timestamp, until: Timestamp?)?
    private var isStale = false

    package init() {}

    /// Takes the settings of another, and keeps its own memory.
    package mutating func adopt(_ other: Refresh) {
        distance = other.distance
        reach = other.reach
        age = other.age
    }

    package func isDue(at fix: Fix) -> Bool {
        guard let last, !isStale else { return true }
        if let until = last.until, fix.time >= until { return true }
        if last.reach.isInfinite { return false }
        // An age below zero means that the clock was put back.
        if !(0..<age).contains(fix.time - last.time) { return true }
        return last.center.distance(to: fix.coordinate) >= distance
    }

    /// Whether what was loaded is enough to judge `fix` by.
    package func covers(_ fix: Fix) -> Bool {
        guard let last else { return false }
        return last.reach.isInfinite
            || last.center.distance(to: fix.coordinate) + (reach - distance) <= last.reach
    }

    /// `found`: all that was there, around `fix`.
    package mutating func succeeded(at fix: Fix, _ found: RegionSet) {
        succeeded(around: fix.coordinate, at: fix.time, found)
        isStale = false
    }

    private mutating func succeeded(
        around center: Coordinate, at time: Timestamp, _ found: RegionSet
    ) {
        last = (center, found.reach, time, found.until)
    }

    /// Favourites, deals or places have changed.
    package mutating func invalidate() {
        isStale = true
    }
}

// MARK: - What outlives the process

extension Refresh {
    /// Where and when regions were last looked up.
    package var lastLookUp: (center: Coordinate, time: Timestamp)? {
        last.map { ($0.center, $0.time) }
    }

    /// `found`: what there is now where they were last looked up.
    package mutating func repeated(_ found: RegionSet) {
        guard let last else { return }
        succeeded(around: last.center, at: last.time, found)
    }

    /// As if they had never been looked up.
    package mutating func forget() {
        last = nil
    }

    func write(to bytes: inout StateWriter) {
        bytes.put(last?.center)
        bytes.put(last?.reach ?? 0)
        bytes.put(last?.time)
        bytes.put(last?.until)
        bytes.put(isStale)
    }

    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        let center: Coordinate? = try bytes.take()
        let reach: Double = try bytes.take()
        let time: Timestamp? = try bytes.take()
        let until: Timestamp? = try bytes.take()
        last = center.flatMap { center in time.map { (center, reach, $0, until) } }
        isStale = try bytes.take()
    }
}
