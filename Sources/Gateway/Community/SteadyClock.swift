import Geofencing
import Posix

/// Says when the system's clock was set, and by how much, so that what ends by time can be moved along
/// with it: a clock that is put forward ends nothing, and one that is put back revives nothing.
///
/// While the machine runs, time passes by a clock that nobody sets. While it is off, it passes as the
/// system's clock says, but never backwards, and at most a day: nobody knows better.
struct SteadyClock: Sendable {
    /// The last look at both clocks.
    struct Look: Hashable, Sendable {
        /// Unix seconds by the system's clock.
        var time: Int64
        /// Seconds since `boot`.
        var uptime: Double
        /// Which start of the machine it was.
        var boot: String
    }

    /// Seconds. Clocks that are set right now and then are not more wrong than this.
    static let tolerance: Int64 = 60
    /// Seconds that count as passed while the machine was off.
    static let longestOff: Int64 = 86_400

    var last: Look?

    /// Seconds by which the system's clock was set since the last look; 0 if it was not.
    func step(to look: Look) -> Int64 {
        guard let last else { return 0 }
        let step = look.time.saturatingMinus(expected(last, look))
        return (-Self.tolerance...Self.tolerance).contains(step) ? 0 : step
    }

    private func expected(_ last: Look, _ look: Look) -> Int64 {
        if look.boot == last.boot, look.uptime >= last.uptime {
            return last.time.saturatingPlus(Int64(saturating: look.uptime - last.uptime))
        }
        return min(max(look.time, last.time), last.time.saturatingPlus(Self.longestOff))
    }
}
