/// Tells travel from the jumps that reflected signals make, and from the wild first fixes after a
/// tunnel.
package struct JumpRule: Sendable {
    /// Metres that a device may always have come further: for rounding, and for a speed that
    /// changed between two fixes.
    package var slack = 5.0
    /// Metres per second, believed of a device that does not report its speed. None that has never
    /// reported another than 0 does.
    package var fastest = 100.0
    /// Metres per second; a slower device stops there, and of one that gives a fix now and then, two stops
    /// say nothing of the way between them.
    package var slowest = 1.0
    /// The share by which a device may have been faster between two fixes than it reports at either:
    /// fixes ten seconds apart do not see it speed up and brake.
    package var haste = 0.2
    /// Metres per second at which a device may go whose position the receiver holds, and the metres
    /// after which it is let go at the latest (10 to 55 m were seen).
    package var held = (speed: 2.5, distance: 60.0)
    /// What it takes to believe fixes where the device cannot have come. Either the track before
    /// was wrong, or the device was carried while it saw nothing. Positions that leap to a reflection
    /// leap back sooner; errors that creep never look like a jump.
    package var afterJump = Proof(fixes: 4, seconds: 20)
    /// Seconds without any fix, coarse ones included, after which a receiver counts as blind, if
    /// it gave a fix at least every `steadyInterval`.
    package var longestGap = 25.0
    package var steadyInterval = 5.0
    /// What it takes to believe a receiver that was blind: it may be hundreds of metres off without
    /// knowing it. Coarse fixes count as proof, since a receiver that reports a large error knows
    /// about it.
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
    /// When the last fix came, believed or not, coarse or not; `nil` before there was one.
    private var seen: Timestamp?
    /// Seconds between the last two of them; `nil` before there were two.
    private var interval: Double?
    /// The first fix of the track that the last fix has proven; `nil` if that needed no proof.
    private(set) var provenSince: Fix?
    /// When the position that was believed last came first; `nil` if it has not come again since.
    private var heldSince: Timestamp?
    /// Whether a speed other than 0 was reported.
    private var tellsSpeed = false

    private struct Rival {
        let since: Timestamp
        /// The first fix that was not coarse.
        var first: Fix?
        var last: Fix
        var count = 1
    }

    /// Takes the settings of another, and keeps its own memory.
    package mutating func adopt(_ other: JumpRule) {
        let own = self
        self = other
        (rival, isAfterGap) = (own.rival, own.isAfterGap)
        (seen, interval, provenSince) = (own.seen, own.interval, own.provenSince)
        (heldSince, tellsSpeed) = (own.heldSince, own.tellsSpeed)
    }

    /// What comes next has nothing to do with what was before.
    package mutating func forget() {
        (rival, isAfterGap) = (nil, false)
        (seen, interval, provenSince, heldSince) = (nil, nil, nil, nil)
    }

    /// Whether the device can have come from `last`, the fix that was believed before, to `fix`.
    package mutating func accepts(_ fix: Fix, after last: Fix) -> Bool {
        // Clocks that cannot be compared say nothing about speed.
        guard fix.isLater(than: last) else {
            forget()
            return true
        }
        look(at: fix, after: last)
        // Mostly there is none: to look is cheaper than to clear a fix.
        if provenSince != nil { provenSince = nil }
        if let proof = proof(wantedOf: fix, after: last) {
            guard isProven(fix, by: proof) else { return false }
            provenSince = rival?.first
        }
        heldSince = fix.coordinate == last.coordinate ? heldSince ?? last.time : nil
        if rival != nil { rival = nil }
        isAfterGap = false
        return true
    }

    /// Whether a later fix than this was looked at, believed or not.
    func hasSeen(laterThan fix: Fix) -> Bool { seen.map { fix.time < $0 } ?? false }

    /// Whether others must agree with `fix` before it is believed.
    func wantsProof(of fix: Fix, after last: Fix) -> Bool {
        proof(wantedOf: fix, after: last) != nil
    }

    /// Takes note of a fix that is too coarse to be believed. It shows that the receiver is not
    /// blind, and after a gap, that it is recovering.
    package mutating func note(coarse fix: Fix, after last: Fix) {
        guard fix.isLater(than: last) else { return }
        look(at: fix, after: last)
        if isAfterGap { _ = isProven(fix, by: afterGap, isCoarse: true) }
    }

    /// Sees whether there was a gap, and how often fixes come.
    private mutating func look(at fix: Fix, after last: Fix) {
        let pause = fix.time - (seen ?? last.time)
        seen = fix.time
        if isGap(of: pause, before: fix) {
            // What came since another gap still counts: some receivers wake for two fixes at a time.
            if !isAfterGap { rival = nil }
            isAfterGap = true
        }
        if !tellsSpeed { tellsSpeed = [fix, last].contains { $0.speed ?? 0 > 0 } }
        if pause > 0 { interval = pause }
    }

    // Without inlining, the whole rule would be copied for this call and those below.
    @inline(__always)
    private func isGap(of pause: Double, before fix: Fix) -> Bool {
        guard let interval, interval <= steadyInterval, fix.speed != nil else { return false }
        return pause > longestGap
    }

    /// What it takes to believe `fix`; `nil` if nothing.
    @inline(__always)
    private func proof(wantedOf fix: Fix, after last: Fix) -> Proof? {
        if isAfterGap { return afterGap }
        return isPlausible(from: last, to: fix) || isLetGo(from: last, to: fix) ? nil : afterJump
    }

    /// Whether the receiver has held the position of `a` to the bit while the device moved, as some do of
    /// slow ones, with a speed of 0, and lets go.
    @inline(never)
    private func isLetGo(from a: Fix, to b: Fix) -> Bool {
        guard let heldSince, a.speed == 0 else { return false }
        let way = min(held.speed * (b.time - heldSince), held.distance)
        return a.coordinate.isWithin(way + uncertainty(a, b), of: b.coordinate)
    }

    /// Metres that two fixes may be apart of a device that stands.
    @inline(__always)
    private func uncertainty(_ a: Fix, _ b: Fix) -> Double {
        (a.accuracy ?? 0) + (b.accuracy ?? 0) + slack
    }

    private mutating func isProven(
        _ fix: Fix, by proof: Proof, isCoarse: Bool = false
    ) -> Bool {
        let first = isCoarse ? nil : fix
        // Late or repeated: it proves nothing, for or against.
        if let rival, (rival.since...rival.last.time).contains(fix.time) { return false }
        guard var rival, fix.isLater(than: rival.last), isPlausible(from: rival.last, to: fix)
        else {
            rival = Rival(since: fix.time, first: first, last: fix)
            return false
        }
        rival.first = rival.first ?? first
        rival.last = fix
        rival.count += 1
        self.rival = rival
        return rival.count >= proof.fixes && fix.time - rival.since >= proof.seconds
    }

    /// Of two fixes by one clock, `b` the later.
    @inline(__always)
    private func isPlausible(from a: Fix, to b: Fix) -> Bool {
        let seconds = b.time - a.time
        var speed = fastest
        if tellsSpeed, let before = a.speed, let after = b.speed {
            let reported = max(before, after)
            let isBetweenStops = reported < slowest && seconds > longestGap && !isAfterGap
            if !isBetweenStops { speed = (1 + haste) * reported }
        }
        return a.coordinate.isWithin(speed * seconds + uncertainty(a, b), of: b.coordinate)
    }
}

// MARK: - What outlives the process

extension JumpRule {
    func write(to bytes: inout StateWriter) {
        bytes.put(rival?.last)
        bytes.put(rival?.since)
        bytes.put(rival?.first)
        bytes.put(rival?.count ?? 0)
        bytes.put(isAfterGap)
        bytes.put(seen)
        bytes.put(interval)
        bytes.put(heldSince)
        bytes.put(tellsSpeed)
    }

    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        let last: Fix? = try bytes.take()
        let since: Timestamp? = try bytes.take()
        let first: Fix? = try bytes.take()
        let count: Int = try bytes.take()
        rival = last.flatMap { last in
            since.map { Rival(since: $0, first: first, last: last, count: count) }
        }
        isAfterGap = try bytes.take()
        seen = try bytes.take()
        interval = try bytes.take()
        heldSince = bytes.version > 4 ? try bytes.take() : nil
        tellsSpeed = bytes.version > 5 ? try bytes.take() : true
    }
}
