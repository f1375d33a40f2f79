import Geofencing

/// Gives places one after another, the nearest first, without sorting all of them.
struct NearestSpots {
    private let center: Coordinate
    private let plane: LocalPlane
    /// Metres; `infinity` is any distance.
    private let limit: Double
    /// Those that are not given yet.
    private var spots: [Spot]
    /// Metres: what is nearer has been given.
    private var reach = 0.0

    /// Metres, and about how many places are given together.
    private static let (firstReach, together) = (500.0, 500)

    init(_ spots: [Spot], around center: Coordinate, within limit: Double) {
        (self.spots, self.center, self.limit) = (spots, center, limit)
        plane = LocalPlane(at: center)
        if limit < PlaceStore.halfWayRound {
            let box = UnitBox(around: center, radius: limit)
            self.spots.removeAll { !box.contains($0) }
        }
    }

    /// Some more places, the nearest first; `nil` after the last.
    mutating func next() -> [Found]? {
        while !spots.isEmpty, reach < min(limit, PlaceStore.halfWayRound) {
            let inner = reach
            reach = min(limit, max(Self.firstReach, reach * 4))
            // Distances take time: only some are asked for at once.
            var box = UnitBox(around: center, radius: reach)
            while reach > max(inner * 1.1, Self.firstReach),
                spots.count(where: box.contains) > Self.together
            {
                reach = max(Self.firstReach, (reach * max(inner, Self.firstReach)).squareRoot())
                box = UnitBox(around: center, radius: reach)
            }
            var found: [Found] = []
            spots.removeAll { spot in
                guard box.contains(spot) else { return false }
                let coordinate = spot.coordinate
                let distance = plane.distance(to: coordinate)
                guard distance <= reach else { return false }
                found.append(Found(row: spot.row, coordinate: coordinate, distance: distance))
                return true
            }
            if !found.isEmpty { return found.sortedByDistance }
        }
        return nil
    }
}

/// A `Box` in the units of a `Spot`.
private struct UnitBox {
    private let latitudes: ClosedRange<Int32>
    private let first: ClosedRange<Int32>
    private let second: ClosedRange<Int32>

    init(around center: Coordinate, radius: Double) {
        let box = Box(around: center, radius: radius)
        func units(_ from: Double, _ to: Double) -> ClosedRange<Int32> {
            Int32(clamping: Strip.units(from) - 1)...Int32(clamping: Strip.units(to) + 1)
        }
        latitudes = units(box.south, box.north)
        let ranges = box.longitudes.map { units($0.west, $0.east) }
        (first, second) = (ranges[0], ranges[ranges.count - 1])
    }

    @inline(__always)
    func contains(_ spot: Spot) -> Bool {
        latitudes.contains(spot.latitude)
            && (first.contains(spot.longitude) || second.contains(spot.longitude))
    }
}
