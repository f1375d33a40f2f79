/// Says when a device leaves a region.
///
/// Leaving takes more than entering. Without the margin and the wait, a receiver that stands at the
/// edge would leave and enter all night.
package struct ExitRule: Hashable, Sendable {
    /// Metres beyond the radius …
    package var margin = 35.0
    /// … or a share of the radius, whichever is more.
    package var share = 0.1
    /// Fixes in a row outside …
    package var confirmations = 3
    /// … for so many seconds.
    package var confirmationTime = 30.0
    /// Seconds instead, if most of the fixes say that the device is stationary. Then reflected
    /// signals have moved the fixes.
    package var stationaryTime = 120.0
    /// Metres per second; a slower device is stationary. Any walk is faster.
    package var slowest = 1.0
    /// One fix is enough if it is surely outside the circle with the radius times this.
    package var farRadii = 2.0

    /// Fixes in a row that were outside.
    package struct Run: Hashable, Sendable {
        package var since: Timestamp
        package var count: Int32 = 0
        /// How many of them said that the device was stationary.
        package var stationary: Int32 = 0
    }

    /// `speed` is in metres per second; `nil` if the source does not say.
    package func isStationary(_ speed: Double?) -> Bool {
        speed.map { $0 < slowest } ?? false
    }

    @inline(__always)
    package func isOutside(_ position: RelativePosition) -> Bool {
        position.isSurelyOutside && !isNear(position)
    }

    /// Whether the device is at the region, or at its edge.
    @inline(__always)
    package func isNear(_ position: RelativePosition) -> Bool {
        position.distance <= edge(radius: position.radius)
    }

    /// Metres from the centre up to which a device is still at the region.
    @inline(__always)
    package func edge(radius: Double) -> Double {
        radius + max(margin, share * radius)
    }

    /// What decides that the device has left; `nil` if it has not. `run` holds the fixes outside
    /// up to this one; `nil` if this one is not outside.
    @inline(__always)
    package func decides(
        _ position: RelativePosition, at time: Timestamp, run: Run?, afterGap: Bool
    ) -> Transition.Rule? {
        // Of a small circle, twice the radius may still be within the margin.
        if position.distance - position.accuracy > farRadii * position.radius,
            isOutside(position)
        {
            return .far
        }
        if afterGap, position.isSurelyOutside { return .gap }
        guard let run, run.count >= confirmations else { return nil }
        let wait = 2 * run.stationary > run.count ? stationaryTime : confirmationTime
        return time - run.since >= wait ? .outside : nil
    }
}
