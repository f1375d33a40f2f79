/// Keeps a region quiet that was left only for a moment.
///
/// What was there a moment ago, or is still at the edge, has not been away.
package struct CooldownRule: Hashable, Sendable {
    /// Seconds away from the region and its edge.
    package var time = 120.0
    /// Metres beyond the edge; whoever has been further away has really been away.
    package var distance = 500.0

    /// Whether a device that was near until `near` and is now at `position` has been away.
    package func isOver(at time: Timestamp, near: Timestamp, _ position: Position) -> Bool {
        time - near >= self.time || position.distance > position.radius + distance
    }
}
