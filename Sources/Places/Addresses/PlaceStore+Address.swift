package import Geofencing
import Posix
import SQLite

/// An address that was looked up.
package struct FoundAddress: Hashable, Sendable {
    package var coordinate: Coordinate
    /// The whole address, as the places there have it.
    package var text: String
}

extension PlaceStore {
    /// Where an address is, by the addresses of the places: `Dam 20, Amsterdam`, in any usual
    /// order, in any case, with or without accents, the postcode and the city.
    ///
    /// Throws a `Refusal` if no place has it, or places that are far from each other have.
    package func address(_ text: String) throws -> FoundAddress {
        let query = AddressQuery(text)
        guard !query.words.isEmpty else {
            throw Refusal(.invalid, "address", "\(text.quoted) has neither letters nor digits")
        }
        var found = try matches(of: query, among: query.allWords)
        if found.isEmpty, query.names != query.allWords {
            found = try matches(of: query, among: query.names)
        }
        guard let best = found.map(\.match).max() else {
            throw Refusal(
                .invalid, "address",
                "no place is known at \(text.quoted): write it otherwise, or give coordinates",
                details: Self.candidates(
                    try places(having: query.anyWord, limit: 50, isLikeliest: true)))
        }
        let places = found.filter { $0.match == best }.map(\.place)
        guard let middle = Self.middle(of: places, within: best.spread) else {
            throw Refusal(
                .invalid, "address", "\(text.quoted) is in several places: choose one",
                details: Self.candidates(places))
        }
        return FoundAddress(
            coordinate: middle, text: Self.fullest(places.map(\.address)) ?? text)
    }

    /// As `address`, without its text.
    package func coordinate(ofAddress text: String) throws -> Coordinate {
        try address(text).coordinate
    }

    private func matches(
        of query: AddressQuery, among candidates: String
    ) throws -> [(place: Place, match: AddressQuery.Match)] {
        try places(having: candidates, limit: Self.mostCandidates).compactMap { place in
            query.match(place.address).map { (place, $0) }
        }
    }

    /// More places than there are on one street.
    private static let mostCandidates = 20_000

    private func places(having match: String, limit: Int, isLikeliest: Bool = false) throws
        -> [Place]
    {
        try connection.rows(
            """
            SELECT \(Place.columns) FROM (
                SELECT rowid AS found, rank AS likeness FROM place_search
                WHERE place_search MATCH :match \(isLikeliest ? "ORDER BY rank" : "") LIMIT :limit)
            JOIN place ON place.id = found
            \(isLikeliest ? "ORDER BY likeness" : "")
            """, ["match": .text("address : (\(match))"), "limit": SQLValue(limit)], Place.init)
    }

    /// The middle of the places; `nil` if one is farther than `limit` (metres) from the first.
    private static func middle(of places: [Place], within limit: Double) -> Coordinate? {
        guard let first = places.first?.coordinate else { return nil }
        guard places.allSatisfy({ first.distance(to: $0.coordinate) <= limit }) else { return nil }
        var (north, east) = (0.0, 0.0)
        for place in places {
            north += place.coordinate.latitude - first.latitude
            east += (place.coordinate.longitude - first.longitude).shortWayRound
        }
        let count = Double(places.count)
        return Coordinate(
            latitude: first.latitude + north / count,
            longitude: (first.longitude + east / count).shortWayRound)
    }

    /// The longest text of them.
    private static func fullest(_ addresses: [Place.Address]) -> String? {
        addresses.compactMap(\.text).max { ($0.utf8.count, $1) < ($1.utf8.count, $0) }
    }

    /// Up to five addresses, each once, with where they are.
    private static func candidates(_ places: [Place]) -> [String] {
        var chosen: [(text: String, place: Place)] = []
        for place in places where chosen.count < 5 {
            guard let text = place.address.text else { continue }
            let isKnown = chosen.contains {
                $0.text == text && $0.place.coordinate.distance(to: place.coordinate) <= 300
            }
            if !isKnown { chosen.append((text, place)) }
        }
        return chosen.map { "\($0.text.shortened) (\($0.place.coordinate.brief))" }
    }
}

extension Coordinate {
    /// As in `52.3731,4.8926`: to some ten metres.
    fileprivate var brief: String {
        [latitude, longitude].map { "\(($0 * 1e4).rounded() / 1e4)" }.joined(separator: ",")
    }
}
