import Geofencing
import Glibc
import Places
import Posix

/// Finds places that are mapped twice: a shop as a point and as the building around it, a station
/// as two of its platforms, or the same shop by two sources. One of them makes a region.
struct Duplicates {
    /// Metres: whether a place makes a region depends on nothing that is farther away.
    static let reach = Double(steps) * ComparedPlace.largestDistance
    /// A place gives way to a better duplicate that makes a region itself. That one may give way to
    /// a third, and so on: so many times at most, so that the answer is the same wherever the
    /// look-up was. With an even number, each place that gives way has a duplicate that makes a
    /// region, however long a row of them is.
    private static let steps = 4
    /// Degrees of latitude, a little more than the largest distance.
    private static let bandHeight = 0.0015

    private let store: PlaceStore
    private let bands: [Int: [MatchedPlace]]
    private var places: [Int64: ComparedPlace] = [:]
    /// `nil`: to be asked for.
    private var ranks: [String: SourceRank]?
    private var answers: [Question: Bool] = [:]

    private struct Question: Hashable {
        var row: Int64
        var steps: Int
    }

    init(_ matches: [MatchedPlace], in store: PlaceStore) {
        self.store = store
        bands = Dictionary(grouping: matches, by: Self.band)
    }

    private static func band(_ match: MatchedPlace) -> Int {
        Int((match.coordinate.latitude / bandHeight).rounded(.down))
    }

    mutating func place(_ row: Int64) throws -> Place { try compared(row).place }

    private mutating func compared(_ row: Int64) throws -> ComparedPlace {
        if let known = places[row] { return known }
        let known = try store.place(row: row)
        let ranks = try ranks ?? store.sourceRanks()
        self.ranks = ranks
        let place = ComparedPlace(known, row, ranks[known.id.source] ?? .imported)
        places[row] = place
        return place
    }

    /// Whether it makes a region, and none of its duplicates does so in its stead.
    mutating func isKept(_ match: MatchedPlace) throws -> Bool {
        try isKept(match, steps: Self.steps)
    }

    private mutating func isKept(_ match: MatchedPlace, steps: Int) throws -> Bool {
        guard steps > 0 else { return true }
        let question = Question(row: match.row, steps: steps)
        if let known = answers[question] { return known }
        let answer = try !better(than: match).contains { try isKept($0, steps: steps - 1) }
        answers[question] = answer
        return answer
    }

    /// The duplicates of a place that come before it.
    private mutating func better(than match: MatchedPlace) throws -> [MatchedPlace] {
        let plane = LocalPlane(at: match.coordinate)
        let band = Self.band(match)
        let narrowing = cos(match.coordinate.latitude * .pi / 180)
        var better: [MatchedPlace] = []
        for band in band - 1...band + 1 {
            for other in bands[band] ?? [] {
                guard other.rank <= match.rank, other.row != match.row,
                    !Self.isFarEast(other.coordinate, of: match.coordinate, narrowing)
                else { continue }
                let distance = plane.distance(to: other.coordinate)
                guard distance <= ComparedPlace.largestDistance else { continue }
                let (one, two) = (try compared(match.row), try compared(other.row))
                let isBetter = other.rank < match.rank || two.isBetter(than: one)
                if isBetter, two.isDuplicate(of: one, at: distance) { better.append(other) }
            }
        }
        return better
    }

    /// Whether two places are so far apart, east and west, that their distance need not be
    /// measured. A degree of longitude is some 111 km times `narrowing`; at a pole, a way along a
    /// parallel is longer than the straight one.
    private static func isFarEast(
        _ one: Coordinate, of other: Coordinate, _ narrowing: Double
    ) -> Bool {
        let degrees = (one.longitude - other.longitude).shortWayRound
        return abs(degrees) * narrowing * 100_000 > 4 * ComparedPlace.largestDistance
    }
}

/// A place, with what it is compared by.
private struct ComparedPlace {
    let place: Place
    /// Folded.
    private let name: String?
    /// Folded.
    private let brand: String?
    /// Whether OpenStreetMap has it as a node, or as a way or relation; neither of other sources.
    private let isPoint: Bool
    private let isArea: Bool
    private let isStation: Bool
    private let rank: SourceRank
    /// In the table of places: older ones have smaller numbers.
    private let row: Int64

    /// Metres between the middles of two platforms, or of a station and its forecourt.
    static let largestDistance = 150.0
    /// Metres between the middles of two buildings, as a fuel station's shop and its roof. In
    /// Monaco and Andorra, the nearest two areas of one name that are two places are 78 m apart.
    private static let areaDistance = 50.0
    /// Metres between two points: the nearest two shops of one name there are 32 m apart.
    private static let pointDistance = 30.0
    /// Metres between one place as two sources have it: one knows the door, and the other the middle of
    /// the block that its address stands for.
    private static let sourceDistance = 75.0

    init(_ place: Place, _ row: Int64, _ rank: SourceRank) {
        (self.place, self.row, self.rank) = (place, row, rank)
        name = place.name?.folded
        brand = place.brand?.folded
        isPoint = place.id.key.hasPrefix("node/")
        isArea = place.id.key.hasPrefix("way/") || place.id.key.hasPrefix("relation/")
        isStation = place.categories.contains(where: Self.isStation)
    }

    private static func isStation(_ category: String) -> Bool {
        ["railway=", "public_transport=", "aeroway="].contains(where: category.hasPrefix)
            || ["amenity=bus_station", "amenity=ferry_terminal"].contains(category)
    }

    /// Of two sources, what came first: what another adds beside it tells nobody anything. A point comes before an
    /// area, and then the one that has been mapped for longer.
    func isBetter(than other: ComparedPlace) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if place.id.source != other.place.id.source { return row < other.row }
        if isPoint != other.isPoint { return isPoint }
        let (key, otherKey) = (place.id.key, other.place.id.key)
        return (key.utf8.count, key) < (otherKey.utf8.count, otherKey)
    }

    /// `distance`: metres between the two.
    func isDuplicate(of other: ComparedPlace, at distance: Double) -> Bool {
        let isSameBrand =
            Self.isSame(place.wikidata, other.place.wikidata) || Self.isSame(brand, other.brand)
        let isSameName = Self.isSame(name, other.name)
        guard place.id.source == other.place.id.source else {
            // What the two call it, and which street they write, need not be the same.
            if place.id.key == other.place.id.key, place.id.key.contains("/") { return true }
            return distance <= Self.sourceDistance && (isSameName || isSameBrand)
        }
        if isPoint != other.isPoint, distance <= Self.pointDistance, isSameName || isSameBrand {
            return true
        }
        return isSameName && distance <= reach(to: other)
            && (isSameBrand || place.categories.contains(where: other.place.categories.contains))
            && !place.address.differs(from: other.place.address)
    }

    /// Metres up to which two of one name are one place.
    private func reach(to other: ComparedPlace) -> Double {
        if isStation, other.isStation { return Self.largestDistance }
        return isArea && other.isArea ? Self.areaDistance : Self.pointDistance
    }

    private static func isSame(_ one: String?, _ two: String?) -> Bool {
        one != nil && one == two
    }
}

extension Place.Address {
    /// What only one of the two says is no difference.
    fileprivate func differs(from other: Place.Address) -> Bool {
        func differ(_ one: String?, _ two: String?) -> Bool {
            guard let one, let two else { return false }
            return one.folded != two.folded
        }
        return differ(houseNumber, other.houseNumber) || differ(street, other.street)
    }
}
