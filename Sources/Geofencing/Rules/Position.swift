/// A fix as a region sees it.
package struct Position: Hashable, Sendable {
    /// Metres to the centre.
    package var distance: Double
    /// Metres; 0 if unknown.
    package var accuracy: Double
    /// Metres.
    package var radius: Double

    package init(distance: Double, accuracy: Double, radius: Double) {
        self.distance = distance
        self.accuracy = accuracy
        self.radius = radius
    }

    package var isInside: Bool { distance <= radius }
    package var isSurelyInside: Bool { distance + accuracy <= radius }
    package var isSurelyOutside: Bool { distance - accuracy > radius }
}
