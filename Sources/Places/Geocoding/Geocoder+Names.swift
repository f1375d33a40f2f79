import Geofencing
import Posix

/// Places by their names.
extension Geocoder {
    /// Metres between two places of one name that are one meaning.
    private static let nameReach = 500.0
    /// Metres between a place without an address and the middle of the town that it is in.
    private static let widestTown = 10_000.0
    /// Words of a text, and places of a name, that are looked at.
    private static let (mostWords, mostPlaces) = (12, 2_000)

    /// The places with this name, perhaps beside a part of their address: `Rijksmuseum Amsterdam`.
    func named(_ text: String) throws -> [GeocodedMeaning] {
        let words = text.split { $0.isWhitespace || $0 == "," }
        guard (1...Self.mostWords).contains(words.count) else { return [] }
        for count in (1...words.count).reversed() {
            let parts = [
                (words.prefix(count), words.dropFirst(count)),
                (words.suffix(count), words.dropLast(count)),
            ]
            for (name, rest) in parts {
                let places = try store.located(named: name.joined(separator: " ").folded)
                if places.isEmpty { continue }
                let fitting = try fitting(places, rest.joined(separator: " "))
                if !fitting.isEmpty { return try meanings(of: fitting) }
            }
        }
        return []
    }

    /// The places that have all the words in their name or brand and their address.
    func partlyNamed(_ text: String) throws -> [GeocodedMeaning] {
        guard let words = SearchText(text)?.words else { return [] }
        let expression = SearchExpression.all(
            words[...], in: [.name, .folded, .brand, .address], isBegun: true)
        let folded = words.map(\.text.folded)
        let rows = try store.rows(naming: expression, limit: Self.mostPlaces).prefix(200)
        let places = try rows.compactMap { row -> PlaceStore.Located? in
            let place = try store.place(row: row)
            let name = [place.name, place.brand].compactMap { $0?.folded }.joined()
            return folded.contains(where: name.contains) ? (row, place.coordinate) : nil
        }
        return try meanings(of: places)
    }

    private func meanings(of places: [PlaceStore.Located]) throws -> [GeocodedMeaning] {
        try places.clusters(within: Self.nameReach, at: \.coordinate).compactMap { cluster in
            guard let middle = cluster.map(\.coordinate).middle else { return nil }
            let place = try store.place(row: cluster[0].row)
            let text = [place.title, place.address.text].compactMap { $0 }.joined(separator: ", ")
            return GeocodedMeaning(coordinate: middle, text: text)
        }
    }

    /// Those whose address has all words of `rest`, or that are in the town of that name.
    private func fitting(
        _ places: [PlaceStore.Located], _ rest: String
    ) throws -> [PlaceStore.Located] {
        let words = Set(AddressQuery(rest).words)
        if words.isEmpty { return places }
        let towns = try areas(rest)
        return try places.prefix(Self.mostPlaces).filter { place in
            let isInTown = towns.contains {
                $0.coordinate.distance(to: place.coordinate) <= Self.widestTown
            }
            if isInTown { return true }
            let address = try store.addressed(place.row)?.address.text
            return words.isSubset(of: AddressQuery.words(of: address))
        }
    }
}
