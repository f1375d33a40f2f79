/// What one region makes of one fix.
package struct Evaluation: Sendable {
    /// With the accuracy that it is judged by.
    package var fix: Fix
    /// Metres to the centre.
    package var distance: Double
    /// Why the fix was not used; then the region has not seen it. `nil` if it was.
    package var dropReason: DropReason?
    /// What happened, reported or not, in the order of time.
    package var transitions: [Transition] = []
    /// Why nothing happened; `nil` if the fix was not used.
    package var reason: Reason?
    /// When that began: a stay, the first fix outside, or the time of a device that has left when
    /// it was last near. `nil` if the device has not entered.
    package var since: Timestamp?

    package init(_ fix: Fix, of region: Region) {
        self.fix = fix
        distance = region.center.distance(to: fix.coordinate)
    }
}

/// How it is with a region after a fix.
package struct RegionStatus: Sendable {
    package var reason = Reason.outside
    /// As in `Evaluation`.
    package var since: Timestamp?
}
