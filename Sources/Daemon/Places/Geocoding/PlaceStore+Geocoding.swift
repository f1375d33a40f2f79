import Geofencing
import SQLite

/// A place, of which only the address matters.
struct AddressedPlace {
    /// In the table `place`.
    var row: Int64
    var coordinate: Coordinate
    var address: Place.Address
}

/// What a geocoder asks of the database.
extension PlaceStore {
    /// Metres: coordinates without a place in this distance may be the wrong way round.
    static let far = 100_000.0

    /// Whether there is a place about as near as `far`.
    func hasPlaces(around center: Coordinate) throws -> Bool {
        let box = Box(around: center, radius: Self.far)
        let statement = try connection.kept(
            """
            SELECT 1 FROM position
            WHERE label = ?1 AND strip = ?2 AND longitude BETWEEN ?3 AND ?4 LIMIT 1
            """)
        defer { statement.reset() }
        let middle = Strip.of(center.latitude)
        let strips = (Strip.of(box.south)...Strip.of(box.north)).sorted {
            abs($0 - middle) < abs($1 - middle)
        }
        for strip in strips {
            for (west, east) in box.longitudes {
                statement.reset()
                statement.bind(1, Label.all.row)
                statement.bind(2, strip)
                statement.bind(3, Strip.units(west))
                statement.bind(4, Strip.units(east))
                if try statement.step() { return true }
            }
        }
        return false
    }

    /// About the middle of all places: the median of some; `nil` if there are none.
    func center() throws -> Coordinate? {
        let some: Int64 = 101
        guard let last = try connection.integer("SELECT max(id) FROM place") else { return nil }
        let places = try (0..<some).compactMap { step in
            try connection.first(
                "SELECT latitude, longitude FROM place WHERE id >= :row ORDER BY id LIMIT 1",
                ["row": .integer(last * step / some)]
            ) { Coordinate(latitude: $0.real(0), longitude: $0.real(1)) }
        }
        guard !places.isEmpty else { return nil }
        return Coordinate(
            latitude: places.map(\.latitude).sorted()[places.count / 2],
            longitude: places.map(\.longitude).sorted()[places.count / 2])
    }

    private static let addressColumns =
        "place.id, latitude, longitude, street, house_number, postcode, city"

    /// Places whose address the full-text index finds for `expression`.
    func addresses(
        having expression: String, limit: Int, isLikeliest: Bool = false
    ) throws -> [AddressedPlace] {
        try connection.rows(
            """
            SELECT \(Self.addressColumns) FROM (
                SELECT rowid AS found, rank AS likeness FROM place_search
                WHERE place_search MATCH :match \(isLikeliest ? "ORDER BY rank" : "") LIMIT :limit)
            JOIN place ON place.id = found
            \(isLikeliest ? "ORDER BY likeness" : "")
            """, ["match": .text("address : (\(expression))"), "limit": SQLValue(limit)],
            AddressedPlace.init)
    }

    /// The rows of places whose name, brand or address the index finds for `expression`.
    func rows(naming expression: String, limit: Int) throws -> [Int64] {
        try TextMatches.rows(expression, limit: limit, in: connection)
    }

    func addressed(_ row: Int64) throws -> AddressedPlace? {
        try connection.first(
            "SELECT \(Self.addressColumns) FROM place WHERE id = :row", ["row": .integer(row)],
            AddressedPlace.init)
    }
}

extension AddressedPlace {
    fileprivate init(_ row: Statement) {
        self.init(
            row: row.integer(0),
            coordinate: Coordinate(latitude: row.real(1), longitude: row.real(2)),
            address: Place.Address())
        address.street = row.text(3)
        address.houseNumber = row.text(4)
        address.postcode = row.text(5)
        address.city = row.text(6)
    }
}
