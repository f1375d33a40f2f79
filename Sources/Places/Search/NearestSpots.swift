import Geofencing
import Glibc

/// Gives places one after another, roughly the nearest first, without sorting all of them.
struct NearestSpots {
    private let center: Coordinate
    private var spots: [Spot]
    /// Metres to each of `spots`, to 1 %.
    private var distances: [Float]
    /// Metres: what is nearer has been given already.
    private var inner: Float = -1
    private var reach: Float = 500

    /// How much farther away, or nearer, a place may be on the ellipsoid than on a sphere.
    private static let error = 0.01

    init(_ spots: [Spot], around center: Coordinate) {
        self.center = center
        self.spots = spots
        let sphere = Sphere(around: center)
        distances = spots.map { Float(sphere.distance(to: $0)) }
    }

    /// Some more places, the nearest first; `nil` after the last. None that is not given yet is
    /// nearer than `certain` (metres).
    mutating func next() -> (places: [Found], certain: Double)? {
        if spots.isEmpty { return nil }
        var places: [Found] = []
        while places.isEmpty {
            if Double(inner) > PlaceStore.halfWayRound { return nil }
            for index in distances.indices
            where distances[index] > inner && distances[index] <= reach {
                places.append(Found(spots[index], from: center))
            }
            (inner, reach) = (reach, reach * 2)
        }
        return (places.sortedByDistance, Double(inner) * (1 - Self.error))
    }
}

extension Found {
    fileprivate init(_ spot: Spot, from center: Coordinate) {
        let coordinate = spot.coordinate
        self.init(
            row: spot.row, coordinate: coordinate, distance: center.distance(to: coordinate))
    }
}

/// Distances on a sphere, which take a fraction of the time.
private struct Sphere {
    private let (latitude, longitude): (Double, Double)
    private let cosine: Double
    private let unit = Double.pi / 180 / Strip.unitsPerDegree
    /// The mean radius of the Earth in metres.
    private let radius = 6_371_009.0

    init(around center: Coordinate) {
        latitude = center.latitude * .pi / 180
        longitude = center.longitude * .pi / 180
        cosine = cos(latitude)
    }

    func distance(to spot: Spot) -> Double {
        let there = Double(spot.latitude) * unit
        let north = sin((there - latitude) / 2)
        let east = sin((Double(spot.longitude) * unit - longitude) / 2)
        let half = north * north + cosine * cos(there) * east * east
        return 2 * radius * asin(min(1, half.squareRoot()))
    }
}
