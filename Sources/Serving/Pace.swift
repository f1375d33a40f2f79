import Geofencing

/// When each epoch is due; how fast time goes can change at any moment, and it can stand still.
///
/// `now` is always in seconds by a clock that nobody sets.
struct Pace: Sendable {
    /// How many times faster than life; infinite is without waiting.
    private(set) var factor: Double
    private(set) var isPaused = false
    /// One moment by both clocks.
    private var anchor: (time: Timestamp, now: Double)?
    private var last: Timestamp?

    /// In seconds of the trace: a longer pause in it is skipped, as are clocks that are put back.
    private static let longestPause = 86_400.0
    /// Seconds by which one may be late, and is no clock put back.
    private static let lateness = 60.0
    static let factors = 1.0 / 1024...1_048_576

    init(factor: Double) {
        self.factor = factor
    }

    /// Seconds until what happens at `time` is due, not above 0 if it is; `nil`: not while it is
    /// paused.
    mutating func wait(until time: Timestamp, at now: Double) -> Double? {
        if let last, last > time, last - time < Self.lateness { return isPaused ? nil : 0 }
        if let anchor, let last, time >= last, time - last <= Self.longestPause {
            if isPaused { return nil }
            return factor.isInfinite ? 0 : (time - anchor.time) / factor - (now - anchor.now)
        }
        if isPaused { return nil }
        // Here begins another stretch of time.
        anchor = (time, now)
        return 0
    }

    /// It has been played.
    mutating func played(_ time: Timestamp, at now: Double) {
        if last.map({ time > $0 || $0 - time >= Self.lateness }) ?? true { last = time }
        if factor.isInfinite { anchor = (time, now) }
    }

    mutating func togglePause(at now: Double) {
        anchor = position(at: now)
        isPaused.toggle()
    }

    /// Twice as fast, or half.
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
