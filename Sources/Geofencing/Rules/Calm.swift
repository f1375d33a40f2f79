/// From the last fix that was judged on, as long as none can change anything about any region.
struct Calm: Sendable {
    /// The ground around that fix; `nil` before the first.
    private var plane: LocalPlane?
    /// As `Step.travelled`, there.
    private var travelled = 0.0
    private var limit = Lull.Limit.past
    /// Metres, of the fixes: at most.
    private var accuracy = 0.0

    /// Ways add up to a bit more, so that no sum of them is less than a way.
    private static let excess = 1.001

    /// Whether it lasts: then nothing else needs to know of `fix`, which comes after `previous`.
    @inline(__always)
    func covers(_ fix: Fix, after previous: Fix, _ rules: RegionRules) -> Bool {
        guard let plane, fix.accuracy ?? 0 <= accuracy, fix.isLater(than: previous),
            fix.time - previous.time <= rules.longestGap
        else { return false }
        let metres = plane.offset(to: fix.coordinate).length
        return plane.isFlat(metres)
            && limit.covers(travelled + metres * Self.excess, Double(fix.time.milliseconds))
    }

    /// As `Step.travelled`, at a place where the device goes next.
    func travelled(to place: Coordinate) -> Double {
        travelled + (plane?.distance(to: place) ?? 0) * Self.excess
    }

    /// Begins anew at the end of `step`.
    mutating func begin(_ step: Step, _ limit: Lull.Limit, accuracy: Double) {
        (plane, travelled) = (step.plane, step.travelled)
        (self.limit, self.accuracy) = (limit, accuracy)
    }

    /// The next fix is judged whatever it is.
    mutating func end() { limit = .past }
}
