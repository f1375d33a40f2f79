/// The limits of many, in no order, of which most are not over at most fixes.
struct Limits: Sendable {
    private var limits: [Lull.Limit] = []

    subscript(i: Int) -> Lull.Limit {
        get { limits[i] }
        set { limits[i] = newValue }
    }

    mutating func append(_ limit: Lull.Limit) { limits.append(limit) }

    /// In its place comes the last one.
    mutating func remove(at i: Int) {
        limits[i] = limits[limits.count - 1]
        limits.removeLast()
    }

    mutating func removeAll() { limits.removeAll(keepingCapacity: true) }

    /// The last one before `end` that is over at the end of `step`; those after it have `common` in
    /// common.
    func lastOver(before end: Int, _ step: Step, _ common: inout Lull.Limit) -> Int? {
        let (travelled, time) = (step.travelled, Double(step.fix.time.milliseconds))
        return limits.withUnsafeBufferPointer { limits in
            var least = common
            var i = end - 1
            while i >= 0, limits[i].covers(travelled, time) {
                least.keep(to: limits[i])
                i -= 1
            }
            common = least
            return i >= 0 ? i : nil
        }
    }
}
