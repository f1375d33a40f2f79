import Geofencing
import Posix

/// Places by their names.
extension Geocoder {
    /// Metres between two places of one name that are one meaning.
    private static let nameReach = 500.0
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
                let (name, rest) = (
                    name.joined(separator: " ").folded, rest.joined(separator: " ")
                )
                let quarters = try quarters(name, rest)
                let places = try fitting(store.located(named: name), rest)
                let meant = try quarters.adding(meanings(of: places), within: Self.nameReach)
                if !meant.isEmpty { return meant }
            }
        }
        return []
    }

    /// The quarters with a name that are in the town `rest`; without a town, any.
    private func quarters(_ name: String, _ rest: String) throws -> [GeocodedMeaning] {
        let quarters = try store.areas(named: name)
        if quarters.isEmpty || rest.isEmpty { return quarters.meanings }
        let towns = try areas(rest)
        return quarters.filter { quarter in
            towns.contains { $0.coordinate.distance(to: quarter.coordinate) <= Self.widestTown }
        }.meanings
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
        if words.isEmpty || places.isEmpty { return places }
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
