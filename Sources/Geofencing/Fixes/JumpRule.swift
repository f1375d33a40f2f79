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
    /// The same where the device says that it stands: it has not gone anywhere.
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
    private var rival: Rival?
    /// Whether the receiver saw nothing before that track.
    private var isAfterGap = false
    /// Seconds between the last two fixes, believed or not; `nil` before there were two.
    private var interval: Double?

    private struct Rival {
        let since: Timestamp
        var last: Fix
        var count = 1
    }

    /// Takes the settings of another, and keeps its own memory.
    package mutating func adopt(_ other: JumpRule) {
        let own = self
        self = other
        (rival, isAfterGap, interval) = (own.rival, own.isAfterGap, own.interval)
    }

    /// What comes next has nothing to do with what was before.
    package mutating func forget() {
        (rival, isAfterGap, interval) = (nil, false, nil)
    }

    /// Whether the device can have come from `last`, the fix that was believed before, to `fix`.
    package mutating func accepts(_ fix: Fix, after last: Fix) -> Bool {
        // Clocks that cannot be compared say nothing about speed.
        guard fix.isLater(than: last) else {
            forget()
            return true
        }
        let seen = rival?.last ?? last
        if isGap(from: seen, to: fix) { (rival, isAfterGap) = (nil, true) }
        if fix.isLater(than: seen) { interval = fix.time - seen.time }
        if let proof = proof(wantedOf: fix, after: last), !isProven(fix, by: proof) {
            return false
        }
        (rival, isAfterGap) = (nil, false)
        return true
    }

    private func isGap(from seen: Fix, to fix: Fix) -> Bool {
        guard let interval, interval <= steadyInterval, fix.speed != nil else { return false }
        return fix.time - seen.time > longestGap
    }

    /// What it takes to believe `fix`; `nil` if nothing.
    private func proof(wantedOf fix: Fix, after last: Fix) -> Proof? {
        if isAfterGap { return afterGap }
        if isPlausible(from: last, to: fix) { return nil }
        return (fix.speed ?? fastest) < slowest ? atRest : afterJump
    }

    private mutating func isProven(_ fix: Fix, by proof: Proof) -> Bool {
        // Late or repeated: it proves nothing, for or against.
        if let rival, (rival.since...rival.last.time).contains(fix.time) { return false }
        guard var rival, fix.isLater(than: rival.last), isPlausible(from: rival.last, to: fix)
        else {
            rival = Rival(since: fix.time, last: fix)
            return false
        }
        rival.last = fix
        rival.count += 1
        self.rival = rival
        return rival.count >= proof.fixes && fix.time - rival.since >= proof.seconds
    }

    /// Of two fixes by one clock, `b` the later.
    private func isPlausible(from a: Fix, to b: Fix) -> Bool {
        let speed = a.speed.flatMap { before in b.speed.map { max(before, $0) } } ?? fastest
        let uncertainty = (a.accuracy ?? 0) + (b.accuracy ?? 0) + slack
        return a.coordinate.isWithin(speed * (b.time - a.time) + uncertainty, of: b.coordinate)
    }
}

// MARK: - What outlives the process

extension JumpRule {
    func write(to bytes: inout StateWriter) {
        bytes.put(rival?.last)
        bytes.put(rival?.since)
        bytes.put(rival?.count ?? 0)
        bytes.put(isAfterGap)
        bytes.put(interval)
    }

    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        let last: Fix? = try bytes.take()
        let since: Timestamp? = try bytes.take()
        let count: Int = try bytes.take()
        rival = last.flatMap { last in since.map { Rival(since: $0, last: last, count: count) } }
        isAfterGap = try bytes.take()
        interval = try bytes.take()
    }
}
