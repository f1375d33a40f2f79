/// Finds out by asking whether a silent connection is dead.
struct Watchdog {
    /// Seconds of silence after which to ask; seconds to wait for the answer.
    static let patience = 10.0
    /// The most seconds between two questions while nothing but answers comes.
    private static let longest = 60.0

    /// The uptime at which the silence has lasted long enough.
    private(set) var deadline: Double
    private var isAsked = false
    private var interval = Self.patience

    enum Action { case ask, giveUp }

    init(at now: Double) {
        deadline = now + Self.patience
    }

    mutating func heard(at now: Double) {
        interval = isAsked ? min(interval * 2, Self.longest) : Self.patience
        isAsked = false
        deadline = now + interval
    }

    /// The deadline has passed.
    mutating func expired(at now: Double) -> Action {
        if isAsked { return .giveUp }
        isAsked = true
        deadline = now + Self.patience
        return .ask
    }
}

/// How long to wait before each next try to connect.
struct Backoff {
    /// Seconds.
    static let shortest = 0.25
    static let longest = 5.0
    /// Seconds that a connection must have lasted to count as one.
    static let success = 5.0

    private var delay = Self.shortest

    /// Seconds until the next try.
    ///
    /// `jitter`: a random factor, so that many who lost the same gpsd do not come back at once.
    mutating func next(jitter: Double) -> Double {
        defer { delay = min(delay * 2, Self.longest) }
        return delay * jitter
    }

    mutating func succeeded() {
        delay = Self.shortest
    }
}
