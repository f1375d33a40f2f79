/// Keeps a region quiet that was left only for a moment.
package struct CooldownRule: Hashable, Sendable {
    /// Seconds since the exit.
    package var time = 600.0
    /// Metres beyond the edge; whoever has been further away has really been away.
    package var distance = 500.0

    /// Whether the exit at `left` no longer counts.
    package func isOver(at time: Timestamp, left: Timestamp, _ position: Position) -> Bool {
        time - left >= self.time || position.distance > position.radius + distance
    }
}
