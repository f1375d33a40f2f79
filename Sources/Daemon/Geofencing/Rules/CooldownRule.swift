/// Says when a device that has left a region has really been away.
///
/// Until then a return is the same stay, and nothing is reported.
package struct CooldownRule: Hashable, Sendable {
    /// Seconds away from the region and its edge.
    package var time = 120.0
    /// Metres beyond the circle; a device that was further away has been away at once.
    package var distance = 500.0

    /// Whether the device has been away. `near` is when it was last at the region or its edge.
    package func isOver(at time: Timestamp, near: Timestamp, _ position: RelativePosition) -> Bool {
        time - near >= self.time || position.distance > position.radius + distance
    }
}
