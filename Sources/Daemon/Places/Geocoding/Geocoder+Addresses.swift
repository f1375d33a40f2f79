import Geofencing
import Posix

/// Towns, postcodes, houses and streets, by the addresses of the places.
extension Geocoder {
    /// More places than there are on one street; of a large city, so many show where it is.
    private static let mostPlaces = 20_000

    /// The towns and postcodes that the text means, else the houses, else the streets and the
    /// places that are called so.
    func addressed(_ text: String) throws -> [GeocodedMeaning] {
        let query = AddressQuery(text)
        let towns = try towns(text)
        for expression in query.expressions {
            let found = try store.addresses(having: expression, limit: Self.mostPlaces)
            let areas = towns.adding(Self.areas(query, among: found), within: Self.widestTown)
            if !areas.isEmpty { return areas }
            let matches = found.compactMap { place in
                query.match(place.address).map { (place: place, match: $0) }
            }
            guard let best = matches.map(\.match).max() else { continue }
            let places = matches.filter { $0.match == best }.map(\.place)
            if best != .street { return Self.houses(places, within: best.spread) }
            return try Self.streets(places).adding(named(text), within: AddressQuery.streetSpread)
        }
        return towns
    }

    /// Those that are known by themselves, and not only by addresses.
    private func towns(_ text: String) throws -> [GeocodedMeaning] {
        try store.areas(named: text.folded).filter(\.isWellKnown).meanings
    }

    // MARK: Towns and postcodes

    /// Metres between two places of one town.
    private static let townReach = 5_000.0
    /// Metres between the middle of a town and what is in it.
    static let widestTown = 10_000.0
    /// Fewer of the addresses that name a town than this share, elsewhere, are mistakes.
    private static let leastShare = 0.02

    /// Whether `rest` is a town or a postcode, and where.
    func areas(_ text: String) throws -> [GeocodedMeaning] {
        let query = AddressQuery(text)
        if query.words.isEmpty { return [] }
        let towns = try towns(text)
        for expression in query.expressions {
            let found = try store.addresses(having: expression, limit: Self.mostPlaces)
            let areas = towns.adding(Self.areas(query, among: found), within: Self.widestTown)
            if !areas.isEmpty { return areas }
        }
        return towns
    }

    private static func areas(
        _ query: AddressQuery, among found: [AddressedPlace]
    ) -> [GeocodedMeaning] {
        // Most places of a town share these two, which take time to compare.
        let groups = Dictionary(grouping: found) { [$0.address.city, $0.address.postcode] }.values
        let matches = groups.compactMap { places in
            query.area(places[0].address).map { (area: $0, places: places) }
        }
        guard let best = matches.map(\.area).max() else { return [] }
        let places = matches.filter { $0.area == best }.flatMap(\.places).sorted { $0.row < $1.row }
        let clusters = places.clusters(within: townReach, at: \.coordinate)
        let least = Double(clusters[0].count) * leastShare
        return clusters.filter { Double($0.count) >= least }.compactMap { cluster in
            cluster.map(\.coordinate).middle.map {
                GeocodedMeaning(coordinate: $0, text: words(of: best, cluster))
            }
        }
    }

    private static func words(of area: AddressQuery.Area, _ places: [AddressedPlace]) -> String {
        let city = places.compactMap(\.address.city).mostFrequent
        let postcode = places.compactMap(\.address.postcode).mostFrequent
        let words: [String?] =
            switch area {
            case .town: [city]
            case .postcode: [postcode, city]
            case .partOfPostcode:
                [postcode.map { String($0.prefix { $0.isNumber }) }, city]
            }
        return words.compactMap { $0 }.joined(separator: " ")
    }

    // MARK: Houses and streets

    private static func houses(
        _ places: [AddressedPlace], within spread: Double
    ) -> [GeocodedMeaning] {
        places.clusters(within: spread, at: \.coordinate).compactMap { cluster in
            guard let middle = cluster.map(\.coordinate).middle,
                let text = cluster.compactMap(\.address.text).longest
            else { return nil }
            return GeocodedMeaning(coordinate: middle, text: text)
        }
    }

    private static func streets(_ places: [AddressedPlace]) -> [GeocodedMeaning] {
        var streets: [[AddressedPlace]] = []
        /// By the folded name of a town, the indices of its streets.
        var known: [String: [Int]] = [:]
        for cluster in places.clusters(within: AddressQuery.streetSpread, at: \.coordinate) {
            let city = cluster.compactMap(\.address.city).mostFrequent?.folded ?? ""
            // A long street with a gap in it is one street.
            let same = known[city, default: []].first { index in
                streets[index][0].coordinate.distance(to: cluster[0].coordinate) <= townReach
            }
            if let same, !city.isEmpty {
                streets[same] += cluster
            } else {
                known[city, default: []].append(streets.count)
                streets.append(cluster)
            }
        }
        return streets.compactMap { street in
            street.map(\.coordinate).middle.map {
                GeocodedMeaning(coordinate: $0, text: words(ofStreet: street, around: $0))
            }
        }
    }

    /// As in `Damrak, Amsterdam (near number 20)`.
    private static func words(
        ofStreet places: [AddressedPlace], around middle: Coordinate
    ) -> String {
        var address = Place.Address()
        address.street = places.compactMap(\.address.street).mostFrequent
        address.city = places.compactMap(\.address.city).mostFrequent
        let postcodes = Set(places.compactMap(\.address.postcode))
        if postcodes.count == 1 { address.postcode = postcodes.first }
        let nearest = places.filter { $0.address.houseNumber != nil }.min {
            $0.coordinate.distance(to: middle) < $1.coordinate.distance(to: middle)
        }
        let number = nearest?.address.houseNumber.map { " (near number \($0))" }
        return (address.text ?? "") + (number ?? "")
    }
}

extension [GeocodedMeaning] {
    /// With those of `others` that are farther than `reach` (metres) from all of these.
    func adding(_ others: [GeocodedMeaning], within reach: Double) -> [GeocodedMeaning] {
        self
            + others.filter { other in
                allSatisfy { $0.coordinate.distance(to: other.coordinate) > reach }
            }
    }
}

extension [String] {
    /// `nil` if there are none.
    fileprivate var mostFrequent: String? {
        Dictionary(grouping: self) { $0 }.max {
            ($0.value.count, $1.key) < ($1.value.count, $0.key)
        }?.key
    }

    fileprivate var longest: String? {
        self.max { ($0.utf8.count, $1) < ($1.utf8.count, $0) }
    }
}
