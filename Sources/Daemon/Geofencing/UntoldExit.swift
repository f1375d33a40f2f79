/// An exit that is no notice, as nobody is told of exits: it ends a visit all the same.
package struct UntoldExit: Hashable, Sendable {
    package var transition: Transition
    /// How many of the transitions that are told with it come before it.
    package var told: Int

    package init(_ transition: Transition, told: Int) {
        (self.transition, self.told) = (transition, told)
    }
}

extension [Transition] {
    /// Those that become notices, and the exits from what was told that do not.
    package func split(
        reporting reported: Set<Transition.Kind>
    ) -> (told: [Transition], exits: [UntoldExit]) {
        var told: [Transition] = []
        var exits: [UntoldExit] = []
        for transition in self {
            if reported.contains(transition.kind) {
                told.append(transition)
            } else if transition.kind == .exit, reported.contains(.enter) {
                exits.append(UntoldExit(transition, told: told.count))
            }
        }
        return (told, exits)
    }
}
