package import Geofencing
import Posix

/// A point of the world worth knowing, from an imported source.
package struct Place: Hashable, Sendable {
    package var id: PlaceID
    package var coordinate: Coordinate
    package var name: String?
    package var brand: String?
    /// As in `Q37158`.
    package var wikidata: String?
    /// As OpenStreetMap tags it, `key=value`; the first says best what the place is.
    package var categories: [String] = []
    package var address = Address()
    package var phone: String?
    package var website: String?
    /// As OpenStreetMap writes them; `OpeningHours` understands most, but not all.
    package var openingHours: String?
    package var description: String?
    /// As its source gives it; each source has a scale of its own.
    package var rating: Double?

    package init(id: PlaceID, coordinate: Coordinate) {
        self.id = id
        self.coordinate = coordinate
    }

    /// What a person would call it; never empty.
    package var title: String {
        if let name { return name }
        if let brand { return brand }
        guard let category = categories.first else { return id.description }
        return category.split(separator: "=").last?.spaced ?? category.spaced
    }

    /// The parts of an address that are known.
    package struct Address: Hashable, Sendable {
        package var street: String?
        package var houseNumber: String?
        package var postcode: String?
        package var city: String?

        package init(street: String? = nil) { self.street = street }

        /// As in `Dam 20, 1012 NP Amsterdam`; `nil` if nothing is known.
        package var text: String? {
            let street = [street, houseNumber].compactMap { $0 }.joined(separator: " ")
            let city = [postcode, city].compactMap { $0 }.joined(separator: " ")
            let text = [street, city].filter { !$0.isEmpty }.joined(separator: ", ")
            return text.isEmpty ? nil : text
        }
    }
}

/// The name of a place that never changes: its source, and what the source calls it.
///
/// Written `osm/node/123`.
package struct PlaceID: Hashable, Sendable, CustomStringConvertible {
    /// Without a slash.
    package var source: String
    package var key: String

    package init(source: String, key: String) {
        self.source = source
        self.key = key
    }

    /// `nil` if the text has no slash, or nothing on one side of the first.
    package init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else { return nil }
        let key = text[text.index(after: slash)...]
        guard !key.isEmpty else { return nil }
        self.init(source: String(text[..<slash]), key: String(key))
    }

    package var description: String { "\(source)/\(key)" }
}
