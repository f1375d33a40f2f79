package import Geofencing

/// Where a text is that names a place.
package struct Geocoded: Hashable, Sendable {
    package var coordinate: Coordinate
    /// What was understood, for people, as in `Dam 20, 1012 NP Amsterdam`; `nil` if the text was a
    /// position in numbers, or `here`.
    package var text: String?

    package init(coordinate: Coordinate, text: String? = nil) {
        (self.coordinate, self.text) = (coordinate, text)
    }
}

extension PlaceStore {
    /// Where a text is, as people write it: a position in numbers, `here`, a town, a postcode, a
    /// street with or without a house number, or the name of a place, perhaps with its town.
    ///
    /// `field`: what the text was given as, for messages. `here`: where the device is, if that is
    /// known. Throws a `Refusal` that lists what may be meant if the text is not known, or means
    /// places that are far from each other.
    package func geocode(
        _ text: String, as field: String = "near", from here: Coordinate?
    ) throws -> Geocoded {
        try Geocoder(store: self, field: field, here: here).geocode(text)
    }
}
