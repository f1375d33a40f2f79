import Geofencing
import Interests
import Places
import SQLite

/// Where, and what, is asked: at places spread over the whole table.
struct Sample {
    var coordinate: Coordinate
    /// Of its address.
    var city: String
    var name: String
    /// The last word of its name.
    var rareWord: String

    /// A thousand of them.
    static func all(of store: PlaceStore) throws -> [Sample] {
        let step = max(1, try store.placeCount() / 5000)
        let samples = try store.connection.rows(
            """
            SELECT latitude, longitude, city, name FROM place
            WHERE id % :step = 0 AND city IS NOT NULL AND name LIKE '% %' AND brand IS NULL
            LIMIT 1000
            """, ["step": .integer(Int64(step))]
        ) { row in
            Sample(
                coordinate: Coordinate(latitude: row.real(0), longitude: row.real(1)),
                city: row.text(2) ?? "", name: row.text(3) ?? "",
                rareWord: row.text(3)?.split(separator: " ").last.map { String($0) } ?? "")
        }
        precondition(!samples.isEmpty, "no places: import those of Benchmarks/make-places")
        return samples
    }
}

extension [Sample] {
    /// Those with most places around.
    func densest(_ count: Int, in store: PlaceStore) throws -> [Sample] {
        let counted = try map { sample in
            (try store.places(.all, within: 3000, of: sample.coordinate).count, sample)
        }
        return counted.sorted { $0.0 > $1.0 }.prefix(count).map(\.1)
    }

    /// Where most places are around, and where fewest are.
    func extremes(
        _ count: Int, in store: PlaceStore
    ) throws -> (dense: [Coordinate], sparse: [Coordinate]) {
        let sorted = try densest(self.count, in: store).map(\.coordinate)
        return ([_](sorted.prefix(count)), [_](sorted.suffix(count)))
    }
}

extension PlaceStore {
    /// Brands, a dense category, and names: twenty.
    func addFavourites(of samples: [Sample], for caller: Caller) throws {
        let brands = [
            "Q37158", "Q38076", "Q110716465", "Q1653985", "Q151954", "Q244457", "Q645708",
        ]
        for text in brands + ["amenity=cafe"] {
            _ = try Favourite.add(.init(text: text), for: caller, in: self)
        }
        for sample in samples.prefix(12) {
            var draft = Favourite.Draft()
            draft.name = sample.rareWord
            _ = try Favourite.add(draft, for: caller, in: self)
        }
    }
}
