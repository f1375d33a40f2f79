/// When a device that was outside, or nobody knows where, is inside.
package struct EnterRule: Hashable, Sendable {
    /// Fixes in a row inside the circle, where each alone could be in error.
    package var confirmations = 2
    /// Seconds that a device is trusted to go straight on: one fix inside is enough if the device
    /// will then be inside surely.
    package var foresight = 2.0

    /// The rule that says so after `count` fixes in a row inside the circle, this one included.
    package func decides(_ position: Position, afterInside count: Int) -> Transition.Rule? {
        if position.isSurelyInside { return .accurate }
        guard position.isInside else { return nil }
        if position.isSurelyInside(after: foresight) { return .heading }
        return count >= confirmations ? .confirmed : nil
    }
}
