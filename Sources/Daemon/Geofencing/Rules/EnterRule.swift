/// Says when a device enters a region.
package struct EnterRule: Hashable, Sendable {
    /// Fixes in a row inside the circle that are enough when none of them is surely inside.
    package var confirmations = 2
    /// Seconds for which a device is expected to go straight on. One fix inside is enough if the
    /// device will then be surely inside.
    package var foresight = 2.0

    /// What decides that the device has entered, after `count` fixes in a row inside the circle,
    /// this one included; `nil` if it has not.
    package func decides(_ position: RelativePosition, afterInside count: Int) -> Transition.Rule? {
        if position.isSurelyInside { return .accurate }
        guard position.isInside else { return nil }
        if position.isSurelyInside(after: foresight) { return .heading }
        return count >= confirmations ? .confirmed : nil
    }
}
