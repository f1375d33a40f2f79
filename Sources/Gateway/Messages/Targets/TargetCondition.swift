import MQTT
import Synchronization

/// How it goes with a target, for those who ask while it is told.
final class TargetCondition: Sendable {
    private let current: Mutex<Current>

    private struct Current {
        var state: WayState
        /// Notices at hand that are not acknowledged.
        var waiting = 0
        var isFollowing = false
        /// What was logged since it worked the last time.
        var told: Set<String> = []
        /// Why notices were set aside, as it was logged.
        var refusals: Set<String> = []
    }

    /// Faults that are logged, and reasons to set a notice aside, at most: a server may say something
    /// new each time.
    private static let mostFaults = 5

    init(_ state: WayState) { current = Mutex(Current(state: state)) }

    var state: WayState { current.withLock(\.state) }

    var waiting: Int {
        get { current.withLock(\.waiting) }
        set { current.withLock { $0.waiting = newValue } }
    }

    /// Whether there are no other notices than those at hand.
    var isFollowing: Bool {
        get { current.withLock(\.isFollowing) }
        set { current.withLock { $0.isFollowing = newValue } }
    }

    func count(_ what: String, _ number: Int = 1) {
        current.withLock { $0.state.count(what, number) }
    }

    /// Returns whether it worked again only now.
    func works(at now: UTCTime) -> Bool {
        current.withLock { current in
            current.state.note(nil, at: now)
            defer { current.told = [] }
            return !current.told.isEmpty
        }
    }

    /// Returns whether that is new.
    func fails(_ error: String, remedy: String?, at now: UTCTime) -> Bool {
        current.withLock { current in
            current.state.note(error, remedy: remedy, at: now)
            return current.told.count < Self.mostFaults && current.told.insert(error).inserted
        }
    }

    /// It wants nothing any more.
    func ends() { current.withLock { $0.state.ended = true } }

    /// Counts a notice that is set aside. Returns whether the reason is new.
    func refuses(_ why: String) -> Bool {
        current.withLock { current in
            current.state.count("set_aside")
            return current.refusals.count < Self.mostFaults
                && current.refusals.insert(why).inserted
        }
    }
}
