/// When a device that was outside, or nobody knows where, is inside.
package struct EnterRule: Hashable, Sendable {
    /// Fixes in a row inside the circle, where each alone could be in error.
    package var confirmations = 2

    /// The rule that says so after `count` fixes in a row inside the circle, this one included.
    package func decides(_ position: Position, afterInside count: Int) -> Transition.Rule? {
        if position.isSurelyInside { return .accurate }
        return position.isInside && count >= confirmations ? .confirmed : nil
    }
}
