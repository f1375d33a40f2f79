import Formats
import Geofencing
import PlacesTestSupport

@testable import Places

/// A database with a few places, as an import would leave it.
func store(of places: [Place]) throws -> PlaceStore {
    let store = try PlaceStore(.temporary, schemas: [])
    try store.add(places)
    return store
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

    func search(_ store: PlaceStore, _ query: PlaceQuery) throws -> PlaceMatches {
        try store.search(query, from: position, at: moment)
    }

    func show(_ store: PlaceStore, _ id: String, near: PlaceQuery.Near? = nil) throws
        -> PlaceResult
    {
        try store.show(id, near: near, from: position, at: moment)
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
