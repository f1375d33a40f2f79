/// How it goes with a live receiver, since when, and what to do about it.
///
/// `now` is always in seconds by a clock that nobody sets.
package struct ReceiverHealth: Sendable {
    package private(set) var state = State.starting
    /// When that began.
    package private(set) var since: Double

    /// Why no fix was accepted since the last one that was.
    private var drops: Drops?
    private var lastTold: Double
    /// When it last reported.
    private var heard: Double?
    /// Changes since one was reported, and for how many seconds the state before the last of them
    /// had lasted.
    private var untold = (changes: 0, lasted: 0.0)
    /// Changes in a row that came less than a minute after the one before.
    private var unrest = 0
    private var pace = Pace()

    /// Seconds without a good fix before that is reported: passing under a bridge is no news.
    package static let patience = 60.0
    /// Seconds between two reminders of a gpsd that is missing, or of a receiver that comes and goes.
    private static let reminder = 60.0
    /// So many changes close together are each reported at once; plugging in a receiver makes four.
    private static let mostAtOnce = 8

    package enum State: Hashable, Sendable {
        /// Nothing is known yet.
        case starting
        case unreachable(String)
        case noReceiver(String)
        case silent
        case noFix
        /// Fixes come, and are dropped for these reasons.
        case unusable([DropReason: Int])
        case working
    }

    package enum Change: Hashable, Sendable {
        /// `lasted`: for how many seconds the state before had lasted; for silence, for how long
        /// nothing has been heard.
        case became(State, lasted: Double)
        /// It has changed so often within so many seconds that not each change was reported.
        case cameAndWent(State, changes: Int, seconds: Double)
        /// It is still unreachable, and has been for so many seconds.
        case still(State, seconds: Double)
    }

    private struct Drops: Sendable {
        var since: Double
        var reasons: [DropReason: Int] = [:]

        var isWithoutPosition: Bool { reasons.keys.allSatisfy { $0 == .noPosition } }
    }

    package init(at now: Double) {
        since = now
        lastTold = now
    }

    /// Reports a second, lately; `nil` before there are enough to say.
    package func rate(at now: Double) -> Double? { pace.rate(at: now) }

    /// The source has something to say about the receiver.
    package mutating func note(_ reception: Reception, at now: Double) -> Change? {
        switch reception {
        case .unreachable(let why):
            if case .unreachable = state {
                state = .unreachable(why)
            } else {
                become(.unreachable(why), at: now)
            }
        case .noReceiver(let which): become(.noReceiver(which), at: now)
        case .silent: become(.silent, at: now)
        case .present: if state.isWithoutReceiver { become(.starting, at: now) }
        }
        return news(at: now)
    }

    /// The receiver has reported; `reason` says why the filter dropped it, `nil` that it did not.
    package mutating func judged(_ reason: DropReason?, at now: Double) -> Change? {
        pace.count(at: now)
        heard = now
        if let reason {
            dropped(reason, at: now)
        } else {
            drops = nil
            become(.working, at: now)
        }
        return news(at: now)
    }

    private mutating func dropped(_ reason: DropReason, at now: Double) {
        var drops = self.drops ?? Drops(since: now)
        // Reports before the first position say nothing about positions.
        if drops.isWithoutPosition, reason != .noPosition { drops = Drops(since: now) }
        drops.reasons[reason, default: 0] += 1
        self.drops = drops
        if case .unusable = state {
            state = .unusable(drops.reasons)
            return
        }
        let isPatient = now - drops.since < Self.patience
        if drops.isWithoutPosition {
            if state != .working || !isPatient { become(.noFix, at: now) }
        } else if !isPatient {
            become(.unusable(drops.reasons), at: now)
        }
    }

    private mutating func become(_ new: State, at now: Double) {
        guard new != state else { return }
        if new.isWithoutReceiver { drops = nil }
        unrest = now - since < Self.reminder ? unrest + 1 : 1
        untold = (untold.changes + 1, now - (new == .silent ? heard ?? since : since))
        (state, since) = (new, now)
    }

    /// What is to be reported now: a change at once, but only once a minute while they go on.
    private mutating func news(at now: Double) -> Change? {
        let seconds = now - lastTold
        if untold.changes == 0 {
            guard case .unreachable = state, seconds >= Self.reminder else { return nil }
            lastTold = now
            return .still(state, seconds: now - since)
        }
        guard unrest <= Self.mostAtOnce || seconds >= Self.reminder else { return nil }
        defer { (untold.changes, lastTold) = (0, now) }
        return untold.changes == 1
            ? .became(state, lasted: untold.lasted)
            : .cameAndWent(state, changes: untold.changes, seconds: seconds)
    }
}

extension ReceiverHealth.State {
    /// As `status --json` has it.
    package var name: String {
        switch self {
        case .starting: "starting"
        case .unreachable: "no_gpsd"
        case .noReceiver: "no_receiver"
        case .silent: "silent"
        case .noFix: "no_fix"
        case .unusable(let reasons): Self.isCoarse(reasons) ? "too_coarse" : "unusable"
        case .working: "working"
        }
    }

    /// What is wrong and what to do, for people.
    package var words: String {
        switch self {
        case .starting: "waiting for the first fix"
        case .unreachable(let why): "no gpsd: \(why)"
        case .noReceiver(let which): "no receiver: \(which)"
        case .silent: "the receiver says nothing: look at its cable, and at what gpsd reads"
        case .noFix: "the receiver has no fix: give it a clear view of the sky"
        case .unusable(let reasons):
            "no fix is good enough: \(Self.list(reasons)): "
                + (Self.isCoarse(reasons)
                    ? "give it a clear view of the sky, or raise fixes.max_accuracy"
                    : "look at what it reports with geofencectl fixes")
        case .working: "the receiver works"
        }
    }

    fileprivate var isWithoutReceiver: Bool {
        switch self {
        case .unreachable, .noReceiver, .silent: true
        case .starting, .noFix, .unusable, .working: false
        }
    }

    private static func isCoarse(_ reasons: [DropReason: Int]) -> Bool {
        let coarse = (reasons[.coarse] ?? 0) + (reasons[.unknownAccuracy] ?? 0)
        return coarse > 0 && 2 * coarse >= reasons.values.reduce(0, +) - (reasons[.noPosition] ?? 0)
    }

    private static func list(_ reasons: [DropReason: Int]) -> String {
        reasons.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .map { "\($0.value) \($0.key.name)" }.joined(separator: ", ")
    }
}

/// How often something happens, over the last ten seconds or so.
private struct Pace: Sendable {
    private var start: Double?
    private var count = 0
    private var last: (rate: Double, end: Double)?

    private static let span = 10.0

    mutating func count(at now: Double) {
        guard let start else {
            start = now
            return
        }
        count += 1
        if now - start >= Self.span {
            last = (Double(count) / (now - start), now)
            (self.start, count) = (now, 0)
        }
    }

    func rate(at now: Double) -> Double? {
        if let last, now - last.end < 2 * Self.span { return last.rate }
        guard let start, count > 0, now - start < 2 * Self.span, now > start else { return nil }
        return Double(count) / (now - start)
    }
}
