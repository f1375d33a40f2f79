/// Fixes come in the order of time, unless the receiver's clock was put back.
package struct ClockOrder: Sendable {
    /// A clock further back than this, in seconds, may have been put back; less is a late or
    /// repeated report.
    package var leastStep = 5.0
    /// How many fixes in a row prove it. The first must be so far back, and each of the others
    /// later than the one before.
    package var proof = 3

    /// Fixes from before the last accepted one, in order among themselves.
    private var earlier: (last: Timestamp, count: Int)?

    package mutating func adopt(_ other: ClockOrder) {
        leastStep = other.leastStep
        proof = other.proof
    }

    // Without inlining, both fixes would be copied for the call.
    @inline(__always)
    package mutating func dropReason(for fix: Fix, after last: Fix?) -> DropReason? {
        guard let last else { return nil }
        if fix.isUndated != last.isUndated {
            // These are two different clocks. The first date is always accepted. A point without
            // a time cannot be ordered within a track that has times.
            earlier = nil
            return fix.isUndated && !fix.startsSegment ? .noTime : nil
        }
        if fix.time > last.time {
            earlier = nil
            return nil
        }
        if let run = earlier, fix.time > run.last {
            earlier = (fix.time, run.count + 1)
        } else {
            earlier = last.time - fix.time > leastStep ? (fix.time, 1) : nil
        }
        guard let earlier, earlier.count >= proof else { return .notLater }
        self.earlier = nil
        return nil
    }
}

// MARK: - What outlives the process

extension ClockOrder {
    func write(to bytes: inout StateWriter) {
        bytes.put(earlier?.last)
        bytes.put(earlier?.count ?? 0)
    }

    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        let last: Timestamp? = try bytes.take()
        let count: Int = try bytes.take()
        earlier = last.map { ($0, count) }
    }
}
