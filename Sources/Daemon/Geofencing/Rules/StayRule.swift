/// Decides about a stay: something is reported while the device is in a region.
///
/// A rule is asked at every fix of a stay that does not end it. When it has decided once, it is not
/// asked again until the next stay. It reads no clock and remembers nothing: everything it needs
/// is in its arguments.
package protocol StayRule: Sendable {
    /// What notices say as their `rule`.
    var name: Transition.Rule { get }

    /// What is reported.
    var kind: Transition.Kind { get }

    /// Whether to report `stay` at `fix`, which is at `position` as seen from the region.
    func decides(_ stay: Stay, at fix: Fix, _ position: RelativePosition) -> Bool
}

extension StayRule {
    package var kind: Transition.Kind { .dwell }
}
