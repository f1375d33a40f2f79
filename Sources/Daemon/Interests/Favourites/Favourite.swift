import Formats
package import Geofencing

/// Something that somebody wants to hear about: a brand, a name, a category, or one place.
///
/// It stands for all places that match it, also those that are imported later.
package struct Favourite: Codable, Hashable, Identifiable, Sendable {
    package var id: Int64
    package var match: Match
    /// `Q37158`, or the folded name of a brand that has no such id; the name as it was given;
    /// `amenity=cafe`; `osm/node/123`.
    package var value: String
    /// For people.
    package var name: String
    /// The Wikidata id of a brand; `nil` if that is not known, or it is no brand.
    package var wikidata: String?
    /// Metres; `nil`: as the configuration has it.
    package var radius: Double?
    /// How many places in the database it stands for.
    package var places: Int
    /// The nearest of them; `nil` if there is none, or it is not known where to look.
    package var nearest: NearestPlace?
    package var audience: Audience
    package var added: Timestamp
    /// The uid of the account that added it; every account may change or remove it.
    package var owner: UInt32

    /// What is compared. Where several favourites match a place, the first of these decides.
    package enum Match: String, Codable, CaseIterable, Sendable {
        case place, name, brand, category
    }
}

/// The place of a favourite that is nearest to a point.
package struct NearestPlace: Codable, Hashable, Sendable {
    /// As in `osm/node/123`.
    package var id: String
    package var name: String
    /// Metres.
    package var distance: Double
    package var lat: Double
    package var lon: Double
}
