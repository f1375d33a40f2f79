/// Notices when the filter drops every fix.
///
/// A receiver that reports, but never well enough, looks like one that is off unless someone says
/// so.
package struct Silence: Sendable {
    /// Seconds by the clock of the reports without one that passes.
    package var longest = 60.0

    private var since: Timestamp?
    private var reasons: [DropReason: Int] = [:]
    private var isTold = false

    package enum Change: Hashable, Sendable {
        /// Nothing has passed since then, for these reasons.
        case began(since: Timestamp, reasons: [DropReason: Int])
        case ended
    }

    /// `time` is the report's. A report without a time is counted, but time does not pass.
    package mutating func change(at time: Timestamp?, _ reason: DropReason?) -> Change? {
        guard let reason else {
            since = time
            // Usually nothing was dropped.
            if reasons.isEmpty { return nil }
            defer { (reasons, isTold) = ([:], false) }
            return isTold ? .ended : nil
        }
        reasons[reason, default: 0] += 1
        guard let time else { return nil }
        // After a clock was put back, the minute begins anew.
        guard let since, time >= since else {
            since = time
            return nil
        }
        if isTold || time - since < longest { return nil }
        isTold = true
        return .began(since: since, reasons: reasons)
    }
}
