/// How long to wait before the next attempt.
package struct Backoff: Sendable {
    /// Seconds.
    package static let shortest = 0.5
    /// Seconds: 5 min.
    package static let longest = 300.0
    /// Seconds that the other side may ask for: a day. More is a mistake, or does harm.
    package static let longestAsked = 86_400.0

    private var next = shortest

    package init() {}

    /// Seconds; twice as long each time.
    ///
    /// `asked`: what the other side says, at least. `jitter`: from 0 to 1, so that not all come back
    /// at once.
    package mutating func wait(asked: Double?, jitter: Double) -> Double {
        defer { next = min(next * 2, Self.longest) }
        let own = next * (0.8 + 0.2 * jitter)
        return max(own, min(asked ?? 0, Self.longestAsked))
    }
}
