import Geofencing
import OpeningHours

/// A place as a search shows it, and as it is shown by its id.
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
    /// Whether it is open; `nil` if that is not known.
    package var open: Bool?
    /// By the clock of the place, as in `2026-05-01T18:00`; `nil` if not known or not soon.
    package var openUntil: String?
    /// As `openUntil`.
    package var opensAt: String?
    package var description: String?
    package var rating: Double?
    /// Metres from where was searched.
    package var distance: Double?
    /// Degrees from north, clockwise, from where was searched.
    package var bearing: Double?
    /// Who must be named wherever this is shown.
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
    /// `near`: where distance and bearing are from; `moment`: what the clock shows at the place.
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
        tellOpen(OpeningTimes(place, at: moment))
    }

    /// The Open Database License asks for it.
    private static let openStreetMap = "© OpenStreetMap contributors (ODbL)"

    private mutating func tellOpen(_ times: OpeningTimes) {
        open = times.isOpen
        openUntil = times.isOpen == true ? times.change : nil
        opensAt = times.isOpen == false ? times.change : nil
    }
}
