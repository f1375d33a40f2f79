package import Geofencing
import Posix
import SQLite

/// The places that people add one by one, in a transaction that changes them.
///
/// The table `own_place` has them. The file of imported places has a copy, by which they are found,
/// and every import's file gets one.
package struct OwnPlaces {
    /// `own_place` is in this database, and so are the tables of all places.
    let connection: Connection

    /// `nil` if there is none.
    package subscript(id: PlaceID) -> Place? {
        get throws { try Self.all(in: connection).first { $0.id == id } }
    }

    package func all() throws -> [Place] { try Self.all(in: connection) }

    /// In the order of their names.
    static func all(in connection: Connection) throws -> [Place] {
        try connection.rows(
            """
            SELECT '\(ImportSource.own)', key, latitude, longitude, name, NULL, NULL, categories,
                street, house_number, postcode, city, phone, website, opening_hours, description,
                NULL
            FROM own_place ORDER BY name, key
            """, [:], Place.init)
    }

    /// The first id of the name that no place has, as in `own/my-home`, `own/my-home-2`.
    package func newID(of name: String) throws -> PlaceID {
        let words = name.lowercased().filter { !"'’".contains($0) }
            .split { !($0.isLetter || $0.isNumber) }
        let stem = words.map { String($0).folded }.filter { !$0.isEmpty }.joined(separator: "-")
        let key = stem.isEmpty ? "place" : String(stem.prefix(Self.longestKey))
        var id = PlaceID(source: ImportSource.own, key: key)
        var number = 1
        while try isTaken(id) {
            number += 1
            id.key = "\(key)-\(number)"
        }
        return id
    }

    /// Characters of an id that is made of a name.
    private static let longestKey = 60

    private func isTaken(_ id: PlaceID) throws -> Bool {
        try self[id] != nil
            || connection.integer(
                "SELECT id FROM place WHERE source = :source AND key = :key",
                ["source": .text(id.source), "key": .text(id.key)]) != nil
    }

    /// Adds the place, or replaces the one with its id. `owner`: the uid of who adds it.
    package func set(_ place: Place, owner: UInt32, at now: Timestamp) throws {
        let address = place.address
        try connection.run(
            """
            INSERT INTO own_place VALUES (:key, :latitude, :longitude, :name, :categories, :street,
                :house_number, :postcode, :city, :phone, :website, :opening_hours, :description,
                :owner, :added)
            ON CONFLICT (key) DO UPDATE SET
                latitude = excluded.latitude, longitude = excluded.longitude,
                name = excluded.name, categories = excluded.categories, street = excluded.street,
                house_number = excluded.house_number, postcode = excluded.postcode,
                city = excluded.city, phone = excluded.phone, website = excluded.website,
                opening_hours = excluded.opening_hours, description = excluded.description
            """,
            [
                "key": .text(place.id.key), "latitude": .real(place.coordinate.latitude),
                "longitude": .real(place.coordinate.longitude), "name": SQLValue(place.name),
                "categories": .text(place.categoryColumn), "street": SQLValue(address.street),
                "house_number": SQLValue(address.houseNumber),
                "postcode": SQLValue(address.postcode), "city": SQLValue(address.city),
                "phone": SQLValue(place.phone), "website": SQLValue(place.website),
                "opening_hours": SQLValue(place.openingHours),
                "description": SQLValue(place.description), "owner": .integer(Int64(owner)),
                "added": .integer(now.milliseconds),
            ])
    }

    package func remove(_ id: PlaceID) throws {
        try connection.run("DELETE FROM own_place WHERE key = :key", ["key": .text(id.key)])
    }
}
