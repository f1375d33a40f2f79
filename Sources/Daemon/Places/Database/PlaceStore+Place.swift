import Geofencing
import SQLite

extension PlaceStore {
    /// `nil` if there is none.
    package func place(_ id: PlaceID) throws -> Place? {
        try connection.first(
            "SELECT \(Place.columns) FROM place WHERE source = :source AND key = :key",
            ["source": .text(id.source), "key": .text(id.key)], Place.init)
    }

    /// The place in that row of the table; throws `SQLiteError.damaged` if there is none.
    package func place(row: Int64) throws -> Place {
        let place = try connection.first(
            "SELECT \(Place.columns) FROM place WHERE id = :row", ["row": .integer(row)],
            Place.init)
        guard let place else { throw SQLiteError.damaged(connection.path, "place \(row) is gone") }
        return place
    }
}

extension Place {
    /// The columns that `init` reads, in its order.
    static let columns = """
        source, key, latitude, longitude, name, brand, wikidata, categories,
        street, house_number, postcode, city, phone, website, opening_hours, description, rating
        """

    init(_ row: Statement) {
        self.init(
            id: PlaceID(source: row.text(0) ?? "", key: row.text(1) ?? ""),
            coordinate: Coordinate(latitude: row.real(2), longitude: row.real(3)))
        name = row.text(4)
        brand = row.text(5)
        wikidata = row.text(6)
        categories = Self.categories(inColumn: row.text(7) ?? "")
        address.street = row.text(8)
        address.houseNumber = row.text(9)
        address.postcode = row.text(10)
        address.city = row.text(11)
        phone = row.text(12)
        website = row.text(13)
        openingHours = row.text(14)
        description = row.text(15)
        rating = row.realIfAny(16)
    }

    static func categories(inColumn text: String) -> [String] {
        text.split(separator: ";").map { String($0) }
    }

    var categoryColumn: String {
        categories.count == 1 ? categories[0] : categories.joined(separator: ";")
    }
}
