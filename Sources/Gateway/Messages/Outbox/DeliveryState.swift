import Geofencing
import MQTT

/// How it goes with one recipient, what was logged of that, and when it is tried again.
struct DeliveryState: Sendable {
    var way: EndpointState
    /// Faults since it worked the last time.
    private var faults: Set<String> = []
    /// Why something was set aside.
    private var refusals: Set<String> = []
    /// Since the other side has taken something, or refused it.
    var backoff = Backoff()

    /// Faults that are logged, and reasons to set something aside, at most: a server may say something
    /// new each time.
    private static let mostLogged = 5

    init(_ way: EndpointState) { self.way = way }

    /// Takes what came of an attempt. Returns whether that is to be logged: a fault once, and when it
    /// works again.
    mutating func note(_ delivery: Delivery, at now: Timestamp) -> Bool {
        switch delivery {
        case .delivered:
            way.note(nil, at: now)
            backoff = Backoff()
            defer { faults = [] }
            return !faults.isEmpty
        case .later(let why, let remedy, _):
            way.note(why, remedy: remedy, at: now)
            return Self.isNews(why, &faults)
        case .ended(let why): return note(.later(why), at: now)
        case .refused(let why):
            backoff = Backoff()
            return Self.isNews(why, &refusals)
        }
    }

    /// Seconds until the next attempt.
    mutating func wait(after delivery: Delivery, _ clock: any GatewayClock) -> Double {
        let asked: Double? = if case .later(_, _, let after) = delivery { after } else { nil }
        return backoff.wait(asked: asked, jitter: clock.jitter())
    }

    private static func isNews(_ why: String, _ logged: inout Set<String>) -> Bool {
        logged.count < mostLogged && logged.insert(why).inserted
    }
}
