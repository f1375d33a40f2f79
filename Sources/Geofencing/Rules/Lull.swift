/// For how far and how long the fixes can change nothing about a region, so that none needs to be
/// asked.
struct Lull: Sendable {
    /// As `Step.travelled`: up to there.
    private var travelled: Double
    /// As of `Timestamp`, in milliseconds: before then.
    private var end: Double
    /// Metres: while fixes are as accurate as that.
    private var accuracy: Double

    static var none: Lull { Lull(all: -.infinity) }
    static var endless: Lull { Lull(all: .infinity) }

    /// Distances agree with each other to a tenth of that.
    static let slack = 0.01

    private init(all limit: Double) {
        (travelled, end, accuracy) = (limit, limit, limit)
    }

    /// From `step` on until the device has gone so far, or so many seconds have gone since then.
    init(
        _ step: Step, metres: Double, seconds: Double, since: Timestamp,
        accuracy: Double = .infinity
    ) {
        self.accuracy = accuracy
        travelled = step.travelled + metres - Self.slack
        // A millisecond less, for what is rounded.
        end = Double(since.milliseconds) + seconds * 1000 - 1
    }

    /// Whether it lasts at `fix`.
    @inline(__always)
    func covers(_ travelled: Double, _ fix: Fix) -> Bool {
        travelled <= self.travelled && Double(fix.time.milliseconds) < end
            && fix.accuracy ?? 0 <= accuracy
    }

    /// No longer than another.
    @inline(__always)
    mutating func end(with other: Lull) {
        travelled = min(travelled, other.travelled)
        end = min(end, other.end)
        accuracy = min(accuracy, other.accuracy)
    }

    /// No further than that, as of `Step.travelled`.
    mutating func end(at travelled: Double) {
        self.travelled = min(self.travelled, travelled)
    }
}
