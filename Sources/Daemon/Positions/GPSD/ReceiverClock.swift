import Geofencing

/// Gives the reports of a live receiver their times, also while it tells none.
///
/// The receiver's own time counts as long as it is possible. Otherwise its last good time counts,
/// carried on by `uptime`: seconds of a clock that nobody sets. The system's clock is taken only if
/// the receiver has never told a date, and only once: on a board that boots in 1970 it is wrong.
struct ReceiverClock {
    /// The same moment by the receiver's clock and by `uptime`.
    private var anchor: (time: Timestamp, uptime: Double)?
    /// Whether the time of `anchor` is the system's.
    private var isStandIn = false
    private var rollover = WeekRollover()
    /// The last of the times that do not follow the anchor, but follow each other, and their
    /// number.
    private var rival: (time: Timestamp, count: Int)?
    /// The uptime of the first fix without a time.
    private var firstUndated: Double?

    /// Seconds by which a report may be late; beyond them the clock was put back (`ClockOrder`).
    private static let lateness = 5.0
    /// Seconds by which time may leap forward without proof.
    private static let leap = 3600.0
    /// This many reports in a row, in the order of time, prove that a clock was set.
    private static let proof = 3
    /// Seconds without a new time from the receiver, after which its time stands still or is
    /// missing.
    static let standstill = 2.0
    /// Seconds from its first fix in which a receiver has to tell a date.
    private static let patience = 10.0

    /// The receiver's time now; `nil` while nobody knows it.
    func time(at uptime: Double) -> Timestamp? {
        anchor.map { $0.time + max(0, uptime - $0.uptime) }
    }

    /// When `uptime` will be so far that the receiver's time is `time`.
    func uptime(at time: Timestamp) -> Double? {
        anchor.map { $0.uptime + (time - $0.time) }
    }

    /// The time of a fix, and the clock that it is by; `nil` if nobody knows the time.
    ///
    /// `own`: the time that the receiver says; the fix is no repetition. `system`: the time by the
    /// system's clock.
    mutating func date(
        _ own: Timestamp?, at uptime: Double, system: Timestamp
    ) -> (time: Timestamp, clock: Fix.Clock)? {
        if let own {
            let mended = rollover.mended(own)
            // What had to be mended is of a receiver of today.
            if ReceiverDates.mayTell(mended, isOfToday: mended != own), believes(mended, at: uptime)
            {
                return (mended, mended == own ? .receiver : .mended)
            }
        }
        if let anchor {
            if uptime - anchor.uptime < Self.standstill, !isStandIn { return nil }
            return time(at: uptime).map { ($0, isStandIn ? .system : .carried) }
        }
        let since = firstUndated ?? uptime
        firstUndated = since
        guard uptime - since >= Self.patience,
            ReceiverDates.mayTell(system, isOfToday: true)
        else { return nil }
        anchor = (system, uptime)
        isStandIn = true
        return (system, .system)
    }

    private mutating func believes(_ time: Timestamp, at uptime: Double) -> Bool {
        guard let anchor, let now = self.time(at: uptime), !isStandIn else {
            set(time, at: uptime)
            return true
        }
        if time > anchor.time {
            if time - now <= Self.leap || isProven(time) {
                set(time, at: uptime)
                return true
            }
            return false
        }
        if anchor.time - time > Self.lateness {
            guard isProven(time) else { return false }
            set(time, at: uptime)
            return true
        }
        // Late or repeated: it is taken as it is, and the filter drops it, unless time stands
        // still.
        return uptime - anchor.uptime < Self.standstill
    }

    private mutating func set(_ time: Timestamp, at uptime: Double) {
        anchor = (time, uptime)
        isStandIn = false
        rival = nil
        rollover.accept(time)
    }

    private mutating func isProven(_ time: Timestamp) -> Bool {
        // One of two sources may be a little late.
        if let rival, time != rival.time, time - rival.time <= Self.leap,
            rival.time - time <= Self.lateness
        {
            self.rival = (max(time, rival.time), rival.count + 1)
            return rival.count + 1 >= Self.proof
        }
        rival = (time, 1)
        return false
    }
}
