package import Geofencing
package import Places

extension Favourite {
    /// One region for each place that a favourite matches. Where several match it, the most
    /// specific one decides about its radius; of those, the one that was added first.
    package static func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, radius: Double,
        for audiences: Set<Audience>?, in store: PlaceStore
    ) throws -> [Region] {
        let favourites = try store.favourites().filter {
            audiences?.contains($0.audience) ?? true
        }
        let matches = try matches(
            of: favourites, around: center, reach: reach, radius: radius, in: store)
        var duplicates = Duplicates(matches, in: store)
        return try matches.filter { $0.isWithin(reach) }.compactMap { match in
            guard try duplicates.isKept(match) else { return nil }
            let place = try duplicates.place(match.row)
            return Region(
                id: "\(name)/\(place.id)", kind: name, name: place.title, center: place.coordinate,
                radius: match.radius, details: place.details, audience: match.audience)
        }
    }

    package static var isOneForPlace: Bool { true }

    package static func audiences(in store: PlaceStore) throws -> Set<Audience> {
        try Set(store.favourites().map(\.audience))
    }

    /// Each place once, also some that are out of reach: which favourite decides, and which of two
    /// duplicates makes a region, must be the same wherever the look-up was.
    private static func matches(
        of favourites: [StoredFavourite], around center: Coordinate, reach: Double, radius: Double,
        in store: PlaceStore
    ) throws -> [MatchedPlace] {
        guard let largest = favourites.map({ $0.radius ?? radius }).max() else { return [] }
        var matches: [Int64: MatchedPlace] = [:]
        for (rank, match) in Match.allCases.enumerated() {
            for favourite in favourites where favourite.target.match == match {
                let found = try store.places(
                    favourite.target, within: reach + largest + Duplicates.reach, of: center)
                for place in found where matches[place.row] == nil {
                    matches[place.row] = MatchedPlace(
                        place, rank: rank, radius: favourite.radius ?? radius,
                        audience: favourite.audience)
                }
            }
        }
        // In the order of the table, so that a look-up is the same every time.
        return matches.values.sorted { $0.row < $1.row }
    }
}

/// A place, with what the favourite that decides about it says.
struct MatchedPlace {
    /// Its row in the table `place`.
    var row: Int64
    var coordinate: Coordinate
    /// Metres from the middle of the look-up.
    var distance: Double
    /// From 0, the most specific match.
    var rank: Int
    /// Metres.
    var radius: Double
    var audience: Audience

    init(_ found: Found, rank: Int, radius: Double, audience: Audience) {
        row = found.row
        coordinate = found.coordinate
        distance = found.distance
        self.rank = rank
        self.radius = radius
        self.audience = audience
    }

    /// Whether its circle comes within `reach` metres of the middle of the look-up.
    func isWithin(_ reach: Double) -> Bool { distance - radius <= reach }
}
