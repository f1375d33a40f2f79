/// Keeps fixes that cannot be trusted away from the rules, and says why.
package struct FixFilter: Sendable {
    /// Metres; a fix of exactly this accuracy passes.
    package var worstAccuracy = 20.0
    /// Whether a fix of unknown accuracy passes: most recorded tracks say nothing about it, a
    /// receiver that says nothing is not to be trusted.
    package var acceptsUnknownAccuracy = true
    /// Whether a fix without a date passes. A trace orders its fixes; a receiver's would be
    /// reported with a wrong time.
    package var acceptsUndated = true
    /// Whether fixes from before the last accepted one can prove that the clock was put back.
    package var allowsClockBack = true
    package var ladder = AccuracyLadder()

    private var clock = ClockOrder()
    private var jumps = JumpRule()
    private var last: Fix?
    /// The first fixes of a segment were dropped, so the segment begins with the next that is
    /// accepted.
    private var isNewSegment = false

    /// The fix accepted last may have proven a track that was not believed until then; this is
    /// the first fix of that track. `nil` if the last fix needed no proof.
    package var provenSince: Fix? { jumps.provenSince }

    package init() {}

    /// Takes the settings of another, and keeps its own memory.
    package mutating func adopt(_ other: FixFilter) {
        worstAccuracy = other.worstAccuracy
        ladder = other.ladder
        clock.adopt(other.clock)
        jumps.adopt(other.jumps)
    }

    /// Why `fix` must not be used; `nil` if it is accepted. The next fix is compared with the last
    /// accepted one.
    ///
    /// Fills in the accuracy of `fix`.
    package mutating func dropReason(for fix: inout Fix) -> DropReason? {
        ladder.rate(&fix)
        fix.startsSegment = fix.startsSegment || isNewSegment
        isNewSegment = fix.startsSegment
        if let reason = dropReason(forPositionOf: fix) ?? dropReason(forTimeOf: fix) {
            if reason == .coarse, let last, !isLate(fix) { jumps.note(coarse: fix, after: last) }
            return reason
        }
        if fix.startsSegment {
            jumps.forget()
        } else if let last {
            if isLate(fix), jumps.wantsProof(of: fix, after: last) { return .jump }
            if !jumps.accepts(fix, after: last) { return .jump }
        }
        last = fix
        isNewSegment = false
        return nil
    }

    /// Whether it comes after a later one, which was not believed: sent again, it must not be taken
    /// for another. A clock that may be put back has made it anew.
    private func isLate(_ fix: Fix) -> Bool { !allowsClockBack && jumps.hasSeen(laterThan: fix) }

    @inline(__always)
    private mutating func dropReason(forTimeOf fix: Fix) -> DropReason? {
        if allowsClockBack { return clock.dropReason(for: fix, after: last) }
        guard let last else { return nil }
        return fix.time > last.time ? nil : .notLater
    }

    // Without inlining, the whole filter would be copied for the call.
    @inline(__always)
    private func dropReason(forPositionOf fix: Fix) -> DropReason? {
        if fix.mode == .noFix { return .noPosition }
        guard fix.coordinate.isValid else { return .outOfRange }
        if fix.coordinate.latitude == 0, fix.coordinate.longitude == 0 { return .nullIsland }
        if fix.isUndated, !acceptsUndated { return .noTime }
        guard let accuracy = fix.accuracy else {
            return acceptsUnknownAccuracy ? nil : .unknownAccuracy
        }
        return accuracy <= worstAccuracy && !ladder.isHopeless(fix) ? nil : .coarse
    }
}

// MARK: - What outlives the process

extension FixFilter {
    /// With the same settings, and no memory.
    var forgotten: FixFilter {
        var filter = self
        (filter.clock, filter.jumps) = (ClockOrder(), JumpRule())
        filter.clock.adopt(clock)
        filter.jumps.adopt(jumps)
        (filter.last, filter.isNewSegment) = (nil, false)
        return filter
    }

    func write(to bytes: inout StateWriter) {
        clock.write(to: &bytes)
        jumps.write(to: &bytes)
        bytes.put(last)
        bytes.put(isNewSegment)
    }

    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        try clock.recall(from: &bytes)
        try jumps.recall(from: &bytes)
        last = try bytes.take()
        isNewSegment = try bytes.take()
    }
}
