/// Where a fix is, and how it moves, as seen from a region.
package struct RelativePosition: Hashable, Sendable {
    /// Metres to the centre.
    package var distance: Double
    /// Of the fix, in metres; 0 if unknown.
    package var accuracy: Double
    /// Of the region, in metres.
    package var radius: Double
    /// Metres per second; 0 if the source does not give both speed and track.
    package var speed: Double
    /// The part of `speed` that leads towards the centre; below 0 it leads away from it.
    package var approach: Double

    package init(
        distance: Double, accuracy: Double, radius: Double, speed: Double = 0, approach: Double = 0
    ) {
        self.distance = distance
        self.accuracy = accuracy
        self.radius = radius
        self.speed = speed
        self.approach = approach
    }

    package var isInside: Bool { distance <= radius }
    package var isSurelyInside: Bool { distance + accuracy <= radius }
    package var isSurelyOutside: Bool { distance - accuracy > radius }

    /// Whether the device will be surely inside if it goes straight on for so many seconds.
    package func isSurelyInside(after seconds: Double) -> Bool {
        // The law of cosines: `approach` is `speed` × the cosine between the way and the centre.
        let (way, nearer) = (seconds * speed, seconds * approach)
        let square = distance * distance + way * way - 2 * distance * nearer
        return max(0, square).squareRoot() + accuracy <= radius
    }
}
