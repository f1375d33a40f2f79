/// What happened between the device and a region.
package struct Transition: Hashable, Sendable {
    package var kind: Kind
    package var region: Region
    /// When it happened, by the clock of the fixes; not later than `fix.time`.
    package var time: Timestamp
    /// The fix on which it was decided.
    package var fix: Fix
    /// Metres from `fix` to the region's centre; of a pass between two fixes, the least there was.
    package var distance: Double
    package var rule: Rule
    /// Why it happened, where it was not the device that moved.
    package var cause: Cause?
    /// Seconds since the enter; of an exit, until the device was first seen outside. `nil` for an
    /// enter.
    package var stay: Double?

    package enum Kind: String, CaseIterable, Comparable, Sendable {
        case enter, dwell, exit

        package static func < (left: Kind, right: Kind) -> Bool {
            allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
        }
    }

    /// What decided.
    package enum Rule: String, Sendable {
        /// Enter: inside by more than the accuracy.
        case accurate
        /// Enter: inside on two fixes in a row.
        case confirmed
        /// Enter: inside on one fix, and on the way further in.
        case heading
        /// Enter and exit: the straight way between two fixes leads through.
        case segment
        /// Enter: the region began to exist around the device.
        case initial
        /// Dwell: the stay has lasted long enough.
        case dwell
        /// Exit: clearly outside on three fixes in a row.
        case outside
        /// Exit: more than a radius away from the edge.
        case far
        /// Exit: clearly outside after a time without fixes.
        case gap
        /// Exit: the region is no more.
        case closed
    }

    package enum Cause: String, Sendable {
        /// The program started, or the device got its first fix, inside the region.
        case startup
        /// The region was added around the device.
        case added
        /// The region came into view around the device.
        case refresh
        /// The region's time window began.
        case started
        /// The region's time window ended.
        case ended
        /// The region was removed.
        case removed
    }
}
