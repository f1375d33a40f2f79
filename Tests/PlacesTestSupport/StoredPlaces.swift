package import Geofencing
package import Places
import Posix
import SQLite

/// Writes places as an import does.
extension PlaceStore {
    package func add(_ places: [Place]) throws {
        try connection.transaction {
            try connection.run(
                "INSERT OR IGNORE INTO edition VALUES (1, 'test', 'test.csv', 0)")
            for place in places { try add(place) }
        }
    }

    private func add(_ place: Place) throws {
        try connection.run(
            """
            INSERT INTO place (source, key, edition, digest, latitude, longitude, name, folded,
                brand, wikidata, categories, street, house_number, postcode, city, phone, website,
                opening_hours, description, rating)
            VALUES (:source, :key, 1, 0, :latitude, :longitude, :name, :folded, :brand, :wikidata,
                :categories, :street, :number, :postcode, :city, :phone, :website, :hours,
                :description, :rating)
            """,
            [
                "source": .text(place.id.source), "key": .text(place.id.key),
                "latitude": .real(place.coordinate.latitude),
                "longitude": .real(place.coordinate.longitude),
                "name": SQLValue(place.name), "folded": .text(place.name?.folded ?? ""),
                "brand": SQLValue(place.brand), "wikidata": SQLValue(place.wikidata),
                "categories": .text(place.categories.joined(separator: ";")),
                "street": SQLValue(place.address.street),
                "number": SQLValue(place.address.houseNumber),
                "postcode": SQLValue(place.address.postcode),
                "city": SQLValue(place.address.city), "phone": SQLValue(place.phone),
                "website": SQLValue(place.website), "hours": SQLValue(place.openingHours),
                "description": SQLValue(place.description), "rating": SQLValue(place.rating),
            ])
        let row = connection.lastRow
        var labels = [Label.all] + (try place.categories.map { try made("category", $0) })
        if let key = place.wikidata ?? place.brand?.folded {
            labels.append(try made("brand", key))
        }
        if let brand = place.brand, let label = labels.last {
            try connection.run(
                "INSERT OR IGNORE INTO spelling VALUES (:folded, :label, :written)",
                [
                    "folded": .text(brand.folded), "label": .integer(label.row),
                    "written": .text(brand),
                ])
        }
        for label in labels {
            try connection.run(
                "INSERT INTO position VALUES (:label, :strip, :longitude, :place, :latitude)",
                [
                    "label": .integer(label.row),
                    "strip": .integer(Strip.of(place.coordinate.latitude)),
                    "longitude": .integer(Strip.units(place.coordinate.longitude)),
                    "place": .integer(row),
                    "latitude": .integer(Strip.units(place.coordinate.latitude)),
                ])
        }
    }

    private func made(_ kind: String, _ value: String) throws -> Label {
        try connection.run(
            "INSERT OR IGNORE INTO label (kind, value) VALUES (:kind, :value)",
            ["kind": .text(kind), "value": .text(value)])
        return Label(
            row: try connection.integer(
                "SELECT id FROM label WHERE kind = :kind AND value = :value",
                ["kind": .text(kind), "value": .text(value)]) ?? -1)
    }
}

extension Place {
    /// So many metres east and north of `Place.square`.
    package init(
        _ id: String, _ name: String?, brand: String? = nil, wikidata: String? = nil,
        _ categories: String..., east: Double = 0, north: Double = 0
    ) {
        let center = Self.square
        self.init(
            id: PlaceID(id) ?? PlaceID(source: "test", key: id),
            coordinate: Coordinate(
                latitude: center.latitude + north / 111_240,
                longitude: center.longitude + east / 68_080))
        self.name = name
        self.brand = brand
        self.wikidata = wikidata
        self.categories = categories
    }

    /// Dam, Amsterdam.
    package static let square = Coordinate(latitude: 52.3731, longitude: 4.8926)
}
