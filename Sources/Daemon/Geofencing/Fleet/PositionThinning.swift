/// Chooses the positions that are kept: enough to draw the way.
package struct PositionThinning: Sendable {
    /// Metres from the position kept last.
    package static let distance = 10.0
    /// Seconds after it.
    package static let time = 300.0

    private var last: Fix?

    /// `last`: the position kept last; `nil`: none is.
    package init(after last: Fix? = nil) { self.last = last }

    /// Whether to keep `fix`, which was accepted.
    package mutating func keeps(_ fix: Fix) -> Bool {
        if fix.isUndated { return false }
        if let last, abs(fix.time - last.time) < Self.time,
            last.coordinate.distance(to: fix.coordinate) < Self.distance
        {
            return false
        }
        last = fix
        return true
    }
}
