/// What one region makes of one fix.
package struct Judgement: Sendable {
    /// With the accuracy that it is judged by.
    package var fix: Fix
    /// Metres to the centre.
    package var distance: Double
    /// Why the fix was not used; then the region has not seen it.
    package var objection: Objection?
    /// What happened, told or not, in the order of time.
    package var transitions: [Transition] = []
    /// Why nothing did; `nil` of a fix that was not used.
    package var reason: Reason?
    /// When that began: a stay, the first fix outside, or of one who has left when it was last near.
    package var since: Timestamp?

    package init(_ fix: Fix, of region: Region) {
        self.fix = fix
        distance = region.center.distance(to: fix.coordinate)
    }
}

/// What there is to say of a region after a fix.
package struct Standing: Sendable {
    package var reason = Reason.outside
    /// As in `Judgement`.
    package var since: Timestamp?
}
