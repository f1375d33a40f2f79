import Geofencing
import SQLite

@testable import Places

/// Places with addresses, put straight into the tables.
enum DealPlaces {
    struct Address {
        var street: String?
        var number: String?
        var postcode: String?
        var city: String?
        var latitude: Double
        var longitude: Double

        init(
            _ street: String?, _ number: String?, _ postcode: String?, _ city: String?,
            _ latitude: Double, _ longitude: Double
        ) {
            self.street = street
            self.number = number
            self.postcode = postcode
            self.city = city
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    static func store(_ addresses: [Address] = []) throws -> PlaceStore {
        let store = try PlaceStore(.temporary, kinds: [Deal.self])
        // SQLite 3.40 lets no trigger fill a full-text index otherwise.
        try store.connection.execute("PRAGMA trusted_schema = ON")
        try store.connection.run("INSERT INTO edition VALUES (1, 'test', 'test', 0)")
        for (index, address) in addresses.enumerated() {
            try store.connection.run(
                """
                INSERT INTO place (source, key, edition, digest, latitude, longitude, folded,
                    categories, street, house_number, postcode, city)
                VALUES ('test', :key, 1, :key, :latitude, :longitude, '', '', :street, :number,
                    :postcode, :city)
                """,
                [
                    "key": .integer(Int64(index)), "latitude": .real(address.latitude),
                    "longitude": .real(address.longitude), "street": SQLValue(address.street),
                    "number": SQLValue(address.number), "postcode": SQLValue(address.postcode),
                    "city": SQLValue(address.city),
                ])
        }
        return store
    }
}
