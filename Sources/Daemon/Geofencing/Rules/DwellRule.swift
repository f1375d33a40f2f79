/// Reports a stay that has lasted for some time.
package struct DwellRule: StayRule, Hashable {
    /// Seconds inside; 0 turns the rule off.
    package var after = 300.0

    package var name: Transition.Rule { .dwell }

    package func decides(_ stay: Stay, at fix: Fix, _ position: RelativePosition) -> Bool {
        after > 0 && fix.time - stay.seenSince >= after && position.isInside
    }
}
