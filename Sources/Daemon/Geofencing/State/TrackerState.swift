/// All that a tracker's later decisions depend on, after one report.
///
/// It is written down together with the notices, so that after a restart the same fixes lead to
/// the same notices as if there had been none.
package struct TrackerState: Hashable, Sendable {
    /// In a form of its own, see `StateWriter`.
    package var memory: [UInt8]
    /// The ids of the regions that the device is in as far as listeners know, in order.
    package var inside: [String]
    /// Where the source is to be read on; `nil` if it cannot be.
    package var resumePoint: ResumePoint?
    /// Positions that came since another state was written down, and that are to be kept with it.
    package var kept: [Fix] = []
    /// What ended with it, and nobody is told.
    package var exits: [UntoldExit] = []

    package init(memory: [UInt8], inside: [String], resumePoint: ResumePoint?) {
        self.memory = memory
        self.inside = inside
        self.resumePoint = resumePoint
    }
}

/// Where a trace is to be read on.
package struct ResumePoint: Hashable, Sendable {
    /// So many reports of this round have been handed out.
    package var reports: Int
    /// Seconds that the times of this round are put forward (`at_end = "loop"`).
    package var shift: Double

    package init(reports: Int = 0, shift: Double = 0) {
        self.reports = reports
        self.shift = shift
    }

    /// As it was `count` reports before; at most those of this round.
    package func before(_ count: Int) -> ResumePoint {
        ResumePoint(reports: reports - count, shift: shift)
    }
}
