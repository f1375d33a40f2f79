/// How much waits to be worked off, and how long that takes.
struct FleetLoad: Sendable {
    /// Positions that wait.
    private(set) var waiting = 0
    /// Positions that are worked off in a second, as of lately.
    private var rate = 5000.0
    /// Since when something waits without a break, and how many have been worked off since.
    private var busy: (since: Double, done: Int)?

    /// Seconds of work that may wait.
    static let patience = 2.0
    /// So many positions may always wait: those of one request.
    static let least = 10_000
    /// Seconds over which the rate is measured.
    private static let span = 1.0

    /// `false` if too much waits already. `now`: seconds by a clock that nobody sets.
    mutating func admits(_ count: Int, at now: Double) -> Bool {
        let most = max(Self.least, Int(rate * Self.patience))
        guard waiting == 0 || waiting + count <= most else { return false }
        if waiting == 0 { busy = (now, 0) }
        waiting += count
        return true
    }

    mutating func finished(_ count: Int, at now: Double) {
        waiting -= count
        guard let since = busy?.since else { return }
        busy?.done += count
        if now - since >= Self.span, let done = busy?.done {
            rate = (rate + Double(done) / (now - since)) / 2
            busy = (now, 0)
        }
    }
}

/// More positions wait than can be worked off soon.
package struct FleetBusy: Error {
    /// Seconds after which it is worth trying again.
    package static let retryAfter = 2
}
