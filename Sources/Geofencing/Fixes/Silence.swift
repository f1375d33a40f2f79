/// Notices when the filter eats everything.
///
/// A receiver that reports, but never well enough, looks like one that is off unless someone says
/// so.
package struct Silence: Sendable {
    /// Seconds by the clock of the reports without one that passes.
    package var longest = 60.0

    private var since: Timestamp?
    private var reasons: [Objection: Int] = [:]
    private var isTold = false

    package enum Change: Hashable, Sendable {
        /// Nothing has passed since then, for these reasons.
        case began(since: Timestamp, reasons: [Objection: Int])
        case ended
    }

    /// Reports without a time count, but do not make time pass.
    package mutating func change(at report: Report, _ objection: Objection?) -> Change? {
        guard let objection else {
            let wasTold = isTold
            (since, reasons, isTold) = (nil, [:], false)
            since = report.time
            return wasTold ? .ended : nil
        }
        reasons[objection, default: 0] += 1
        guard let time = report.time else { return nil }
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
