import Geofencing
import SQLite

@testable import Places

/// A database with a few places, as an import would leave it.
func store(of places: [Place]) throws -> PlaceStore {
    let store = try PlaceStore(.temporary)
    let connection = store.connection
    try connection.transaction {
        try connection.run("INSERT INTO edition VALUES (1, 'osm', 'test', 0)")
        for place in places {
            try insert(place, into: connection)
        }
    }
    return store
}

private func insert(_ place: Place, into connection: Connection) throws {
    try connection.run(
        """
        INSERT INTO place (source, key, edition, digest, latitude, longitude, name, folded, brand,
            wikidata, categories, street, house_number, postcode, city, phone, website,
            opening_hours, description, rating)
        VALUES (:source, :key, 1, 0, :latitude, :longitude, :name, :folded, :brand, :wikidata,
            :categories, :street, :house_number, :postcode, :city, :phone, :website, :hours,
            :description, :rating)
        """,
        [
            "source": .text(place.id.source), "key": .text(place.id.key),
            "latitude": .real(place.coordinate.latitude),
            "longitude": .real(place.coordinate.longitude), "name": SQLValue(place.name),
            "folded": .text(place.name?.folded ?? ""), "brand": SQLValue(place.brand),
            "wikidata": SQLValue(place.wikidata), "categories": .text(place.categoryColumn),
            "street": SQLValue(place.address.street),
            "house_number": SQLValue(place.address.houseNumber),
            "postcode": SQLValue(place.address.postcode), "city": SQLValue(place.address.city),
            "phone": SQLValue(place.phone), "website": SQLValue(place.website),
            "hours": SQLValue(place.openingHours), "description": SQLValue(place.description),
            "rating": SQLValue(place.rating),
        ])
    let row = connection.lastRow
    var labels = [Label.all]
    for category in place.categories {
        labels.append(try label("category", category, in: connection))
    }
    if let brand = place.brand {
        let brandLabel = try label("brand", place.wikidata ?? brand.folded, in: connection)
        labels.append(brandLabel)
        try connection.run(
            "INSERT OR IGNORE INTO spelling VALUES (:folded, :label, :written)",
            [
                "folded": .text(brand.folded), "label": .integer(brandLabel.row),
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

private func label(_ kind: String, _ value: String, in connection: Connection) throws -> Label {
    let find = "SELECT id FROM label WHERE kind = :kind AND value = :value"
    if let row = try connection.integer(find, ["kind": .text(kind), "value": .text(value)]) {
        return Label(row: row)
    }
    try connection.run(
        "INSERT INTO label (kind, value) VALUES (:kind, :value)",
        ["kind": .text(kind), "value": .text(value)])
    return Label(row: connection.lastRow)
}

/// Dam square, Amsterdam.
let dam = Coordinate(latitude: 52.3731, longitude: 4.8926)

extension Place {
    /// `key`: also what the tests call it.
    init(
        osm key: String, _ name: String?, _ category: String, north: Double = 0, east: Double = 0,
        of center: Coordinate = dam, brand: String? = nil, wikidata: String? = nil,
        street: String? = nil, city: String? = nil, hours: String? = nil,
        description: String? = nil
    ) {
        // Metres, near enough for an order.
        let plane = LocalPlane(at: center)
        let unit = plane.offset(
            to: Coordinate(latitude: center.latitude + 0.001, longitude: center.longitude + 0.001))
        self.init(
            id: PlaceID(source: "osm", key: key),
            coordinate: Coordinate(
                latitude: center.latitude + north / unit.north * 0.001,
                longitude: center.longitude + east / unit.east * 0.001))
        self.name = name
        self.brand = brand
        self.wikidata = wikidata
        categories = [category]
        address.street = street
        address.city = city
        openingHours = hours
        self.description = description
    }
}

/// What is said to a search, and by whom.
struct Asked {
    var position: Coordinate?
    /// A Friday.
    var moment = LocalMoment(CivilDate(year: 2026, month: 5, day: 1)!, minute: 12 * 60)!

    private var caller: Caller {
        Caller(
            account: .root, now: Timestamp(milliseconds: 0), position: position)
    }

    func search(_ store: PlaceStore, _ query: PlaceQuery) throws -> PlaceMatches {
        try store.search(query, for: caller, at: moment)
    }

    func show(_ store: PlaceStore, _ id: String, near: PlaceQuery.Near? = nil) throws
        -> PlaceResult
    {
        try store.show(id, near: near, for: caller, at: moment)
    }
}

/// The keys of what was found, in order, with a blank between.
func keys(_ matches: PlaceMatches) -> String {
    matches.places.map { String($0.id.dropFirst("osm/".count)) }.joined(separator: " ")
}

/// As in `text=cafe&near=52.3731,4.8926`.
func placeQuery(_ text: String) throws -> PlaceQuery {
    var fields: [String: String] = [:]
    for field in text.split(separator: "&") {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        fields[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    return try PlaceQuery(query: fields)
}
