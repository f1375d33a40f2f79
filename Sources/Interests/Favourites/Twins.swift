import Geofencing
import Glibc
import Places

/// Finds places that are mapped twice: a shop as a point and as the building around it, a station
/// as two of its platforms. One of them is told of.
struct Twins {
    /// Metres: whether a place is told of depends on nothing that is farther away.
    static let reach = Double(steps) * Twin.largestDistance
    /// A place gives way to a better one that is told of itself, and that to a third, so far at
    /// most: then the answer is the same wherever was looked. With an even number, whatever gives
    /// way has a twin that is told of, however long a row of twins is.
    private static let steps = 4
    /// Degrees of latitude, a little more than the largest distance.
    private static let bandHeight = 0.0015

    private let store: PlaceStore
    private let bands: [Int: [MatchedPlace]]
    private var twins: [Int64: Twin] = [:]
    private var told: [Question: Bool] = [:]

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

    mutating func place(_ row: Int64) throws -> Place { try twin(row).place }

    private mutating func twin(_ row: Int64) throws -> Twin {
        if let known = twins[row] { return known }
        let twin = Twin(try store.place(row: row))
        twins[row] = twin
        return twin
    }

    /// Whether it is the one of its twins to tell of.
    mutating func isTold(_ match: MatchedPlace) throws -> Bool {
        try isTold(match, steps: Self.steps)
    }

    private mutating func isTold(_ match: MatchedPlace, steps: Int) throws -> Bool {
        guard steps > 0 else { return true }
        let question = Question(row: match.row, steps: steps)
        if let known = told[question] { return known }
        let answer = try !betterTwins(of: match).contains { try isTold($0, steps: steps - 1) }
        told[question] = answer
        return answer
    }

    private mutating func betterTwins(of match: MatchedPlace) throws -> [MatchedPlace] {
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
                guard distance <= Twin.largestDistance else { continue }
                let (one, two) = (try twin(match.row), try twin(other.row))
                let isBetter = other.rank < match.rank || two.isBetter(than: one)
                if isBetter, two.isTwin(of: one, at: distance) { better.append(other) }
            }
        }
        return better
    }

    /// Whether there is no need to measure: a degree is some 111 km times `narrowing`, and at a pole
    /// the way along a parallel is longer than that across.
    private static func isFarEast(
        _ one: Coordinate, of other: Coordinate, _ narrowing: Double
    ) -> Bool {
        let degrees = (one.longitude - other.longitude).shortWayRound
        return abs(degrees) * narrowing * 100_000 > 4 * Twin.largestDistance
    }
}

/// A place, as it is compared with others near it.
private struct Twin {
    let place: Place
    /// Folded.
    private let name: String?
    /// Folded.
    private let brand: String?
    private let isPoint: Bool
    private let isArea: Bool
    private let isStation: Bool

    /// Metres between the middles of two platforms, or of a station and its forecourt.
    static let largestDistance = 150.0
    /// Metres between the middles of two buildings, as a fuel station's shop and its roof. In Monaco
    /// and Andorra, the nearest two areas of one name that are two places are 78 m apart.
    private static let areaDistance = 50.0
    /// Metres: the nearest two shops of one name there, mapped as points, are 32 m apart.
    private static let distance = 30.0

    init(_ place: Place) {
        self.place = place
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

    /// A point goes before an area, and then what has been there longer.
    func isBetter(than other: Twin) -> Bool {
        if isPoint != other.isPoint { return isPoint }
        let (key, otherKey) = (place.id.key, other.place.id.key)
        return (key.utf8.count, key) < (otherKey.utf8.count, otherKey)
    }

    /// `distance`: metres between them.
    func isTwin(of other: Twin, at distance: Double) -> Bool {
        guard place.id.source == other.place.id.source else { return false }
        let isSameBrand =
            Self.isSame(place.wikidata, other.place.wikidata) || Self.isSame(brand, other.brand)
        let isSameName = Self.isSame(name, other.name)
        if isPoint != other.isPoint, distance <= Self.distance, isSameName || isSameBrand {
            return true
        }
        return isSameName && distance <= reach(to: other)
            && (isSameBrand || place.categories.contains(where: other.place.categories.contains))
            && !place.address.differs(from: other.place.address)
    }

    private func reach(to other: Twin) -> Double {
        if isStation, other.isStation { return Self.largestDistance }
        return isArea && other.isArea ? Self.areaDistance : Self.distance
    }

    private static func isSame(_ one: String?, _ two: String?) -> Bool {
        one != nil && one == two
    }
}

extension Place.Address {
    /// What one of them does not say is no difference.
    fileprivate func differs(from other: Place.Address) -> Bool {
        func differ(_ one: String?, _ two: String?) -> Bool {
            guard let one, let two else { return false }
            return one.folded != two.folded
        }
        return differ(houseNumber, other.houseNumber) || differ(street, other.street)
    }
}
