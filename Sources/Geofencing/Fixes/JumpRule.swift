/// Tells travel from the jumps that reflected signals make.
package struct JumpRule: Sendable {
    /// Metres that may always be missing: rounding, and a speed that changed in between.
    package var slack = 5.0
    /// Metres per second, believed of a device that does not report its speed.
    package var fastest = 100.0
    /// So many fixes that agree with each other …
    package var agreeing = 5
    /// … over so many seconds are believed although they lie elsewhere: then it is the track
    /// before that was wrong, or the device was carried while it saw nothing.
    package var agreeingTime = 10.0

    /// The track that the device would be on if the jump were true.
    private var rival: (since: Timestamp, last: Fix, count: Int)?

    package mutating func adopt(_ other: JumpRule) {
        slack = other.slack
        fastest = other.fastest
        agreeing = other.agreeing
        agreeingTime = other.agreeingTime
    }

    /// Whether the device can have come from `last`, the fix that was believed before, to `fix`.
    package mutating func accepts(_ fix: Fix, after last: Fix) -> Bool {
        if isPlausible(from: last, to: fix) || isConfirmed(fix) {
            rival = nil
            return true
        }
        return false
    }

    private mutating func isConfirmed(_ fix: Fix) -> Bool {
        guard let rival, isPlausible(from: rival.last, to: fix) else {
            rival = (fix.time, fix, 1)
            return false
        }
        self.rival = (rival.since, fix, rival.count + 1)
        return rival.count + 1 >= agreeing && fix.time - rival.since >= agreeingTime
    }

    private func isPlausible(from a: Fix, to b: Fix) -> Bool {
        // Clocks that cannot be compared say nothing about speed.
        if a.isUndated != b.isUndated || b.time <= a.time { return true }
        let speed = a.speed.flatMap { before in b.speed.map { max(before, $0) } } ?? fastest
        let uncertainty = (a.accuracy ?? 0) + (b.accuracy ?? 0) + slack
        return a.coordinate.distance(to: b.coordinate) <= speed * (b.time - a.time) + uncertainty
    }
}

// MARK: - What outlives the process

extension JumpRule {
    func write(to bytes: inout StateWriter) {
        bytes.put(rival?.last)
        bytes.put(rival?.since)
        bytes.put(rival?.count ?? 0)
    }

    mutating func recall(from bytes: inout StateReader) throws(StateError) {
        let last: Fix? = try bytes.take()
        let since: Timestamp? = try bytes.take()
        let count: Int = try bytes.take()
        rival = last.flatMap { last in since.map { ($0, last, count) } }
    }
}
