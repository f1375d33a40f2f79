/// Tells travel from the jumps that reflected signals make, and from the wild first fixes after a
/// tunnel.
package struct JumpRule: Sendable {
    /// Metres that may always be missing: rounding, and a speed that changed in between.
    package var slack = 5.0
    /// Metres per second, believed of a device that does not report its speed.
    package var fastest = 100.0
    /// What it takes to believe fixes that lie where the device cannot have come: then it is the
    /// track before that was wrong, or the device was carried while it saw nothing. Reflections
    /// rarely last longer.
    package var afterJump = Proof(fixes: 4, seconds: 20)
    /// The same of a device that says it stands: it has not gone anywhere.
    package var atRest = Proof(fixes: 4, seconds: 60)
    /// Metres per second, less than any walk.
    package var slowest = 1.0
    /// Seconds without a fix of a receiver that gave one at least every `steadyInterval` …
    package var longestGap = 25.0
    package var steadyInterval = 5.0
    /// … and what it then takes: a receiver that sees the sky again may be hundreds of metres off,
    /// and does not know it.
    package var afterGap = Proof(fixes: 3, seconds: 2)

    /// So many fixes that agree with each other, over so many seconds.
    package struct Proof: Hashable, Sendable {
        package var fixes: Int
        package var seconds: Double
    }

    /// The track that the device would be on if the fixes that were not believed were right.
    private var rival: (since: Timestamp, last: Fix, count: Int)?
    /// Seconds between the last two fixes that belong together; `nil` before there were two.
    private var interval: Double?

    package mutating func adopt(_ other: JumpRule) {
        slack = other.slack
        fastest = other.fastest
        afterJump = other.afterJump
        atRest = other.atRest
        slowest = other.slowest
        longestGap = other.longestGap
        steadyInterval = other.steadyInterval
        afterGap = other.afterGap
    }

    /// Whether the device can have come from `last`, the fix that was believed before, to `fix`.
    package mutating func accepts(_ fix: Fix, after last: Fix) -> Bool {
        var before = last
        if let proof = wanted(of: fix, after: last) {
            before = rival?.last ?? last
            guard isProven(fix, proof) else { return false }
        }
        interval = fix.isLater(than: before) ? fix.time - before.time : nil
        rival = nil
        return true
    }

    /// What it takes to believe `fix`; `nil` if nothing.
    private func wanted(of fix: Fix, after last: Fix) -> Proof? {
        if let interval, interval <= steadyInterval, fix.speed != nil, fix.isLater(than: last),
            fix.time - last.time > longestGap
        {
            return afterGap
        }
        if isPlausible(from: last, to: fix) { return nil }
        return (fix.speed ?? fastest) < slowest ? atRest : afterJump
    }

    private mutating func isProven(_ fix: Fix, _ proof: Proof) -> Bool {
        guard let rival, isPlausible(from: rival.last, to: fix) else {
            rival = (fix.time, fix, 1)
            return false
        }
        self.rival = (rival.since, fix, rival.count + 1)
        return rival.count + 1 >= proof.fixes && fix.time - rival.since >= proof.seconds
    }

    private func isPlausible(from a: Fix, to b: Fix) -> Bool {
        // Clocks that cannot be compared say nothing about speed.
        if a.isUndated != b.isUndated || b.time <= a.time { return true }
        let speed = a.speed.flatMap { before in b.speed.map { max(before, $0) } } ?? fastest
        let uncertainty = (a.accuracy ?? 0) + (b.accuracy ?? 0) + slack
        return a.coordinate.distance(to: b.coordinate) <= speed * (b.time - a.time) + uncertainty
    }
}
