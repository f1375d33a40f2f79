/// When a device that was inside is so no longer.
///
/// Leaving takes more than entering: without the margin and the wait, a receiver standing at the
/// edge would leave and enter all night.
package struct ExitRule: Hashable, Sendable {
    /// Beyond the radius, in metres …
    package var margin = 35.0
    /// … or as a share of it, whichever is more.
    package var share = 0.1
    /// Fixes in a row outside …
    package var confirmations = 3
    /// … over so many seconds.
    package var confirmationTime = 30.0
    /// … or over so many if most of them say that the device stands: reflections, not feet, have
    /// taken it there.
    package var standingTime = 120.0
    /// Metres per second, less than any walk.
    package var slowest = 1.0
    /// Surely outside the circle with so many times the radius, one fix is enough.
    package var farRadii = 2.0

    /// Fixes in a row that were outside.
    package struct Run: Hashable, Sendable {
        package var since: Timestamp
        package var count = 0
        /// So many of them said that the device stood.
        package var standing = 0
    }

    /// `speed`: metres per second, `nil` if nobody says.
    package func isStanding(_ speed: Double?) -> Bool {
        speed.map { $0 < slowest } ?? false
    }

    package func isOutside(_ position: Position) -> Bool {
        position.isSurelyOutside && !isNear(position)
    }

    /// At the region, or at its edge.
    package func isNear(_ position: Position) -> Bool {
        position.distance <= edge(of: position)
    }

    /// How far from the centre, in metres, a device is at the region.
    func edge(of position: Position) -> Double {
        position.radius + max(margin, share * position.radius)
    }

    /// How far from the centre, in metres, one fix may be enough.
    func far(from position: Position) -> Double { farRadii * position.radius }

    /// Seconds outside before any number of fixes is enough.
    var leastTime: Double { min(confirmationTime, standingTime) }

    /// The rule that says so, given the `run` of fixes outside that ends with this one.
    package func decides(
        _ position: Position, at time: Timestamp, run: Run?, afterGap: Bool
    ) -> Transition.Rule? {
        // Of a small circle, twice the radius may still be within the margin.
        if position.distance - position.accuracy > farRadii * position.radius,
            isOutside(position)
        {
            return .far
        }
        if afterGap, position.isSurelyOutside { return .gap }
        guard let run, run.count >= confirmations else { return nil }
        let wait = 2 * run.standing > run.count ? standingTime : confirmationTime
        return time - run.since >= wait ? .outside : nil
    }
}
