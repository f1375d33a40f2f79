/// Finds visits that no fix saw.
package struct PassThroughRule: Hashable, Sendable {
    /// Seconds and metres between two fixes beyond which the way between them is unknown.
    package var longestTime = 60.0
    package var longestWay = 1000.0

    /// The part of the straight way from `start` (at 0) to the origin (at 1) that lies within
    /// `radius` of `center`, and how near it comes; `nil` unless it is surely inside somewhere.
    ///
    /// `accuracy` is that of the worse of the two fixes, in metres.
    package func crossing(
        from start: Offset, center: Offset, radius: Double, accuracy: Double
    ) -> Crossing? {
        let way = Offset(east: -start.east, north: -start.north)
        let length2 = way.east * way.east + way.north * way.north
        guard length2 > 0 else { return nil }
        let toCenter = Offset(east: center.east - start.east, north: center.north - start.north)
        let foot = (toCenter.east * way.east + toCenter.north * way.north) / length2
        let nearest = min(1, max(0, foot))
        let closest = Offset(
            east: toCenter.east - nearest * way.east, north: toCenter.north - nearest * way.north
        ).length
        guard closest + accuracy <= radius else { return nil }
        // From the foot of the perpendicular, the edge is as far to either side.
        let across = Offset(
            east: toCenter.east - foot * way.east, north: toCenter.north - foot * way.north)
        let half = (max(0, radius * radius - across.length * across.length) / length2).squareRoot()
        return Crossing(
            enter: max(0, foot - half), exit: min(1, foot + half), distance: closest)
    }

    package struct Crossing: Hashable, Sendable {
        /// Where on the way, 0…1.
        package var enter: Double
        package var exit: Double
        /// Metres from the centre at the nearest.
        package var distance: Double
    }
}
