/// What happened between the device and a region.
package struct Transition: Hashable, Sendable {
    package var kind: Kind
    package var region: Region
    /// When it happened, by the clock of the fixes; not after `fix.time`.
    package var time: Timestamp
    /// The fix on which it was decided.
    package var fix: Fix
    /// Metres from `fix` to the region's centre; of a pass between two fixes, the smallest distance
    /// on the way.
    package var distance: Double
    package var rule: Rule
    /// Why it happened, if the device did not move; `nil` if it did.
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

    /// What decided, as notices name it.
    package struct Rule: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        package let rawValue: String

        package var description: String { rawValue }

        package init(rawValue: String) { self.rawValue = rawValue }

        /// Enter: inside by more than the accuracy.
        package static let accurate = Rule(rawValue: "accurate")
        /// Enter: inside on two fixes in a row.
        package static let confirmed = Rule(rawValue: "confirmed")
        /// Enter: inside on one fix, and on the way further in.
        package static let heading = Rule(rawValue: "heading")
        /// Enter and exit: the straight way between two fixes leads through.
        package static let segment = Rule(rawValue: "segment")
        /// Enter: the region began to exist around the device.
        package static let initial = Rule(rawValue: "initial")
        /// Dwell: the stay has lasted long enough.
        package static let dwell = Rule(rawValue: "dwell")
        /// Exit: clearly outside on three fixes in a row.
        package static let outside = Rule(rawValue: "outside")
        /// Exit: more than a radius away from the edge.
        package static let far = Rule(rawValue: "far")
        /// Exit: clearly outside after a time without fixes.
        package static let gap = Rule(rawValue: "gap")
        /// Exit: the region is no more.
        package static let closed = Rule(rawValue: "closed")
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
