import Formats
import Geofencing

/// A place as it is shown, by a search or by its id.
package struct PlaceResult: Codable, Hashable, Sendable {
    /// As in `osm/node/123`.
    package var id: String
    /// What a person would call it; never empty.
    package var title: String
    package var name: String?
    package var brand: String?
    /// Of the brand, as in `Q37158`.
    package var wikidata: String?
    /// As in `amenity=cafe`; the first says best what it is.
    package var categories: [String]
    /// Degrees.
    package var lat: Double
    /// Degrees.
    package var lon: Double
    /// As in `geo:52.3731,4.8926`.
    package var geo: String
    package var address: Address?
    package var phone: String?
    package var website: String?
    /// As OpenStreetMap writes them.
    package var openingHours: String?
    /// Whether it is open now; `nil` if that is not known.
    package var open: Bool?
    /// By the clock of the place, as in `2026-05-01T18:00`; `nil` if it is closed, or that is not
    /// known, or not within a week.
    package var openUntil: String?
    /// As `openUntil`, when it is closed.
    package var opensAt: String?
    package var description: String?
    /// On the scale of its source.
    package var rating: Double?
    /// Metres from the middle of the search.
    package var distance: Double?
    /// The direction from the middle of the search, in degrees from north, clockwise.
    package var bearing: Double?
    /// What must be shown along with it: who has collected it.
    package var attribution: String?

    enum CodingKeys: String, CodingKey {
        case id, title, name, brand, wikidata, categories, lat, lon, geo, address, phone, website
        case openingHours = "opening_hours"
        case open
        case openUntil = "open_until"
        case opensAt = "opens_at"
        case description, rating, distance, bearing, attribution
    }

    package struct Address: Codable, Hashable, Sendable {
        /// As in `Dam 20, 1012 NP Amsterdam`.
        package var text: String
        package var street: String?
        package var houseNumber: String?
        package var postcode: String?
        package var city: String?

        enum CodingKeys: String, CodingKey {
            case text, street
            case houseNumber = "house_number"
            case postcode, city
        }

        /// `nil` if nothing is known.
        init?(_ address: Place.Address) {
            guard let text = address.text else { return nil }
            self.text = text
            street = address.street
            houseNumber = address.houseNumber
            postcode = address.postcode
            city = address.city
        }
    }
}

extension PlaceResult {
    /// `near`: the middle of the search; `nil`: none. `moment`: what the clock shows at the place.
    init(_ place: Place, near: Coordinate?, at moment: LocalMoment) {
        id = place.id.description
        title = place.title
        name = place.name
        brand = place.brand
        wikidata = place.wikidata
        categories = place.categories
        lat = place.coordinate.latitude
        lon = place.coordinate.longitude
        geo = place.coordinate.geoURI
        address = Address(place.address)
        phone = place.phone
        website = place.website
        openingHours = place.openingHours
        description = place.description
        rating = place.rating
        attribution = place.id.source == "osm" ? Self.openStreetMap : nil
        if let near {
            distance = (near.distance(to: place.coordinate) * 10).rounded() / 10
            bearing = near.bearing(to: place.coordinate).map { $0.rounded() }.map {
                $0 == 360 ? 0 : $0
            }
        }
        setOpen(OpeningTimes(place, at: moment))
    }

    /// The Open Database License asks for it.
    private static let openStreetMap = "© OpenStreetMap contributors (ODbL)"

    private mutating func setOpen(_ times: OpeningTimes) {
        open = times.isOpen
        openUntil = times.isOpen == true ? times.change : nil
        opensAt = times.isOpen == false ? times.change : nil
    }
}
