package import Geofencing

/// The time by which notices become too old to keep.
///
/// It does not follow the system's clock when that has just jumped ahead: a computer without a network
/// may begin with any time. The system's clock is believed again when another clock agrees with it, or
/// after a day.
package struct RetentionClock: Sendable {
    /// Seconds that the system's clock may be ahead of the time that has surely passed: half of the
    /// shortest time that notices are kept.
    package static let mostAhead = 43_200.0
    /// Seconds after which a clock that jumped is believed. No notice need be removed on time.
    package static let doubt = 86_400.0
    /// Seconds that two clocks which agree may be apart.
    package static let agreement = 3600.0

    /// A time that was believed, and the uptime then (seconds by a clock that nobody sets); `nil`
    /// before the first.
    private var believed: (time: Timestamp, uptime: Double)?
    /// The uptime since when the system's clock is not believed.
    private var doubtedSince: Double?

    /// `known`: a time that was believed before the process began; `nil`: there was none.
    package init(known: Timestamp?, uptime: Double) {
        believed = known.map { ($0, uptime) }
    }

    /// The time, or an earlier one if `system` is not believed.
    ///
    /// `uptime`: seconds by a clock that nobody sets.
    package mutating func now(_ system: Timestamp, uptime: Double) -> Timestamp {
        guard let believed else { return believe(system, uptime) }
        let passed = believed.time + (uptime - believed.uptime)
        // A clock that was put back is believed at once: less is too old then.
        guard system - passed > Self.mostAhead else { return believe(system, uptime) }
        let since = doubtedSince ?? uptime
        doubtedSince = since
        return uptime - since < Self.doubt ? passed : believe(system, uptime)
    }

    /// Believes `system` if another clock, such as a receiver's, says much the same: `time`.
    package mutating func compare(_ time: Timestamp, _ system: Timestamp, uptime: Double) {
        if abs(system - time) <= Self.agreement { _ = believe(system, uptime) }
    }

    private mutating func believe(_ system: Timestamp, _ uptime: Double) -> Timestamp {
        believed = (system, uptime)
        doubtedSince = nil
        return system
    }
}
