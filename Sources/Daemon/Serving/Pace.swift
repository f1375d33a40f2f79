import Geofencing

/// Says when each epoch is due. The speed can change at any time, and time can be paused.
///
/// `now` is always in seconds of a clock that nobody sets.
struct Pace: Sendable {
    /// How many times faster than life; infinite: without waiting.
    private(set) var factor: Double
    private(set) var isPaused = false
    /// A time of the trace, and when it was played.
    private var anchor: (time: Timestamp, now: Double)?
    private var last: Timestamp?

    /// Seconds of the trace: a longer pause in it is skipped, and so is a step back of its clock.
    private static let longestPause = 86_400.0
    /// Seconds by which an epoch may be older than the last one; if it is older than that, the
    /// clock was put back.
    private static let lateness = 60.0
    /// The limits of `factor`.
    static let factors = 1.0 / 1024...1_048_576

    init(factor: Double) {
        self.factor = factor
    }

    /// Seconds until the epoch of `time` is due; 0 or less if it is due now, `nil` while time is
    /// paused.
    mutating func wait(until time: Timestamp, at now: Double) -> Double? {
        if let last, last > time, last - time < Self.lateness { return isPaused ? nil : 0 }
        if let anchor, let last, time >= last, time - last <= Self.longestPause {
            if isPaused { return nil }
            return factor.isInfinite ? 0 : (time - anchor.time) / factor - (now - anchor.now)
        }
        if isPaused { return nil }
        // The clock has jumped: what follows is due from now on.
        anchor = (time, now)
        return 0
    }

    /// Says that the epoch of `time` has been played.
    mutating func played(_ time: Timestamp, at now: Double) {
        if last.map({ time > $0 || $0 - time >= Self.lateness }) ?? true { last = time }
        if factor.isInfinite { anchor = (time, now) }
    }

    mutating func togglePause(at now: Double) {
        anchor = position(at: now)
        isPaused.toggle()
    }

    /// Doubles the speed, or halves it.
    mutating func change(faster: Bool, at now: Double) {
        anchor = position(at: now)
        let limits = Self.factors
        if factor.isInfinite {
            factor = faster ? factor : 1024
        } else {
            factor = min(limits.upperBound, max(limits.lowerBound, factor * (faster ? 2 : 0.5)))
        }
    }

    private func position(at now: Double) -> (time: Timestamp, now: Double)? {
        guard let anchor else { return nil }
        if isPaused || factor.isInfinite { return (anchor.time, now) }
        return (anchor.time + (now - anchor.now) * factor, now)
    }
}
