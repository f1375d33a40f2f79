import Formats
import Geofencing

/// What the daemon's status says of the device's clock, which is a trace's while one is played.
struct DeviceClock: Decodable {
    private var source: Source
    private var position: Position?

    private struct Source: Decodable {
        var live: Bool
        /// Whether the trace is played as of now; `nil` with a receiver.
        var now: Bool?
    }

    private struct Position: Decodable {
        var time: Timestamp
        var undated: Bool?
    }

    /// Seconds that make no difference to a person.
    private static let tolerance = 60.0

    /// The trace's; `nil` with a receiver, and if it is not known.
    var traceTime: Timestamp? {
        guard !source.live, let position, position.undated != true else { return nil }
        return position.time
    }

    /// How far it is from `now`, the time of this computer, why, and what to do; `nil` if it is not
    /// far.
    func words(at now: Timestamp) -> String? {
        guard let traceTime, abs(traceTime - now) > Self.tolerance else { return nil }
        let seconds = traceTime - now
        let far = "\(abs(seconds).inDays) \(seconds < 0 ? "behind" : "ahead of") this computer's"
        let why =
            switch (source.now == true, seconds < 0) {
            case (false, _): "a trace is played: --now plays it as of now"
            case (true, true): "the trace has paused or ended"
            case (true, false): "the trace is played faster than life"
            }
        return "\(traceTime.local), \(far): \(why)"
    }
}

/// The daemon's status, and the clock that it says.
struct ClockedStatus: Decodable {
    var status: DaemonStatus
    var clock: DeviceClock

    init(from decoder: any Decoder) throws {
        status = try DaemonStatus(from: decoder)
        clock = try DeviceClock(from: decoder)
    }
}

extension Double {
    /// Seconds, for people: `45 s`, `3 h 5 min`, `205 days`.
    fileprivate var inDays: String {
        self < 2 * 86_400 ? inTime : "\(Int(Swift.min(self, 1e12) / 86_400)) days"
    }
}
