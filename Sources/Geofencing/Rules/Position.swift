/// A fix as a region sees it.
package struct Position: Hashable, Sendable {
    /// Metres to the centre.
    package var distance: Double
    /// Metres; 0 if unknown.
    package var accuracy: Double
    /// Metres.
    package var radius: Double
    /// Metres per second towards the centre; below 0 away from it, 0 if unknown.
    package var approach: Double

    package init(distance: Double, accuracy: Double, radius: Double, approach: Double = 0) {
        self.distance = distance
        self.accuracy = accuracy
        self.radius = radius
        self.approach = approach
    }

    package var isInside: Bool { distance <= radius }
    package var isSurelyInside: Bool { distance + accuracy <= radius }
    package var isSurelyOutside: Bool { distance - accuracy > radius }

    /// Whether it will be surely inside if it goes on as it goes for so many seconds.
    package func isSurelyInside(after seconds: Double) -> Bool {
        distance - seconds * approach + accuracy <= radius
    }
}
