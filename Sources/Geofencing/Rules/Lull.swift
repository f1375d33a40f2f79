/// For how far and how long the fixes can change nothing about a region, so that none needs to be
/// asked.
struct Lull: Sendable {
    /// As `Step.travelled`: up to there.
    private let travelled: Double
    /// And for so many seconds since then.
    private let seconds: Double
    private let since: Timestamp

    static let none = Lull(-.infinity, 0, Timestamp(milliseconds: 0))

    /// Distances agree with each other to a tenth of that.
    static let slack = 0.01

    private init(_ travelled: Double, _ seconds: Double, _ since: Timestamp) {
        (self.travelled, self.seconds, self.since) = (travelled, seconds, since)
    }

    /// From `step` on until the device has gone so far.
    init(_ step: Step, metres: Double, seconds: Double, since: Timestamp) {
        self.init(step.travelled + metres - Self.slack, seconds, since)
    }

    /// Whether it lasts at the end of `step`.
    @inline(__always)
    func covers(_ step: Step) -> Bool {
        step.travelled <= travelled && step.fix.time - since < seconds
    }
}
