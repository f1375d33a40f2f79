package import Geofencing
import Glibc

extension Favourite {
    /// One region for each place; where several favourites match it, the most specific decides.
    package static func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, radius: Double,
        in store: PlaceStore
    ) throws -> [Region] {
        let matches = try matches(around: center, reach: reach, radius: radius, in: store)
        var twins = Twins(matches, in: store)
        return try matches.filter { $0.isWithin(reach) }.compactMap { match in
            let place = try twins.place(match.row)
            guard try !twins.isOutdone(match) else { return nil }
            return Region(
                id: "\(name)/\(place.id)", kind: name, name: place.title, center: place.coordinate,
                radius: match.radius, details: place.details)
        }
    }

    /// Each place once, also some that are out of reach: all are looked for as far as the largest
    /// of them can be, for which favourite decides must not depend on where was looked.
    private static func matches(
        around center: Coordinate, reach: Double, radius: Double, in store: PlaceStore
    ) throws -> [MatchedPlace] {
        let favourites = try store.favourites()
        guard let largest = favourites.map({ $0.radius ?? radius }).max() else { return [] }
        var matches: [Int64: MatchedPlace] = [:]
        for (rank, match) in Match.allCases.enumerated() {
            for favourite in favourites where favourite.target.match == match {
                let found = try store.places(
                    favourite.target, within: reach + largest + Twins.distance, of: center)
                for place in found where matches[place.row] == nil {
                    matches[place.row] = MatchedPlace(
                        place, rank: rank, radius: favourite.radius ?? radius)
                }
            }
        }
        // In an order of their own, so that a look-up is the same every time.
        return matches.values.sorted { $0.row < $1.row }
    }
}

/// A place, and the favourite that decides about it.
struct MatchedPlace {
    /// In the table `place`.
    var row: Int64
    var coordinate: Coordinate
    /// Metres from where was looked.
    var distance: Double
    /// 0 is the most specific match.
    var rank: Int
    /// Metres.
    var radius: Double

    init(_ found: Found, rank: Int, radius: Double) {
        row = found.row
        coordinate = found.coordinate
        distance = found.distance
        self.rank = rank
        self.radius = radius
    }

    func isWithin(_ reach: Double) -> Bool { distance - radius <= reach }
}

/// Finds shops that OpenStreetMap has twice: as a point, and as the building around it.
struct Twins {
    /// Metres between a point and the middle of its building.
    static let distance = 30.0

    private let store: PlaceStore
    private let bands: [Int: [MatchedPlace]]
    private var places: [Int64: Place] = [:]

    /// Degrees of latitude, a little more than `distance`.
    private static let bandHeight = 0.0003

    init(_ matches: [MatchedPlace], in store: PlaceStore) {
        self.store = store
        bands = Dictionary(grouping: matches, by: Self.band)
    }

    private static func band(_ match: MatchedPlace) -> Int {
        Int((match.coordinate.latitude / bandHeight).rounded(.down))
    }

    /// Whether there is no need to measure: a degree is some 111 km times `narrowing`, and at a pole
    /// the way along a parallel is longer than that across.
    private static func isFarEast(
        _ one: Coordinate, of other: Coordinate, _ narrowing: Double
    ) -> Bool {
        let degrees = (one.longitude - other.longitude).shortWayRound
        return abs(degrees) * narrowing * 100_000 > 4 * distance
    }

    mutating func place(_ row: Int64) throws -> Place {
        if let known = places[row] { return known }
        let place = try store.place(row: row)
        places[row] = place
        return place
    }

    /// Whether its twin is the one to tell of: that which a more specific favourite matches, else
    /// the point.
    mutating func isOutdone(_ match: MatchedPlace) throws -> Bool {
        let plane = LocalPlane(at: match.coordinate)
        let band = Self.band(match)
        let narrowing = cos(match.coordinate.latitude * .pi / 180)
        for other in (band - 1...band + 1).flatMap({ bands[$0] ?? [] }) {
            guard other.rank <= match.rank, other.row != match.row,
                !Self.isFarEast(other.coordinate, of: match.coordinate, narrowing),
                plane.distance(to: other.coordinate) <= Self.distance
            else { continue }
            let (one, two) = (try place(match.row), try place(other.row))
            if two.isTwin(of: one), other.rank < match.rank || two.id.isPoint { return true }
        }
        return false
    }
}

extension Place {
    /// One is a point and the other is not, and they have the same name or brand.
    fileprivate func isTwin(of other: Place) -> Bool {
        guard id.source == other.id.source, id.isPoint != other.id.isPoint else { return false }
        return Self.isSame(name?.folded, other.name?.folded)
            || Self.isSame(wikidata, other.wikidata)
            || Self.isSame(brand?.folded, other.brand?.folded)
    }

    private static func isSame(_ one: String?, _ two: String?) -> Bool {
        one != nil && one == two
    }
}

extension PlaceID {
    /// As opposed to a way or a relation of OpenStreetMap.
    fileprivate var isPoint: Bool { key.hasPrefix("node/") }
}
