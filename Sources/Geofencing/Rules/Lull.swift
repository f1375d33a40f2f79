/// For how far and how long the fixes can change nothing about a region, so that none needs to be
/// asked.
struct Lull: Sendable {
    /// As `Step.travelled`: up to there.
    private(set) var travelled: Double
    /// As of `Timestamp`, in milliseconds: before then.
    private(set) var end: Double

    static var none: Lull { Lull(travelled: -.infinity, end: -.infinity) }
    static var endless: Lull { Lull(travelled: .infinity, end: .infinity) }

    /// Distances agree with each other to a tenth of that.
    static let slack = 0.01

    private init(travelled: Double, end: Double) {
        (self.travelled, self.end) = (travelled, end)
    }

    /// From `step` on until the device has gone so far, or so many seconds have gone since then.
    init(_ step: Step, metres: Double, seconds: Double, since: Timestamp) {
        travelled = step.travelled + metres - Self.slack
        // A millisecond less, for what is rounded.
        end = Double(since.milliseconds) + seconds * 1000 - 1
    }

    /// Whether it lasts where the device has gone so far.
    @inline(__always)
    func covers(_ travelled: Double, _ time: Timestamp) -> Bool {
        travelled <= self.travelled && Double(time.milliseconds) < end
    }

    /// No longer than another.
    @inline(__always)
    mutating func end(with other: Lull) {
        travelled = min(travelled, other.travelled)
        end = min(end, other.end)
    }

    /// No further than that, as of `Step.travelled`.
    mutating func end(at travelled: Double) {
        self.travelled = min(self.travelled, travelled)
    }
}
