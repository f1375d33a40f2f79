import Geofencing
package import Places

extension Place {
    /// A place of which only the address is known.
    package init(
        _ street: String?, _ number: String?, _ postcode: String?, _ city: String?,
        _ latitude: Double, _ longitude: Double
    ) {
        self.init(
            id: PlaceID(source: "test", key: "\(number ?? ""),\(latitude),\(longitude)"),
            coordinate: Coordinate(latitude: latitude, longitude: longitude))
        address.street = street
        address.houseNumber = number
        address.postcode = postcode
        address.city = city
    }
}
