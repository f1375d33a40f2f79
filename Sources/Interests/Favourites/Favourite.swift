package import Geofencing
import JSON

/// What someone wants to be told about: a brand, a name, a category, or one place.
///
/// It stands for every place that matches it, whenever that was imported.
package struct Favourite: Codable, Hashable, Identifiable, Sendable {
    package var id: Int64
    package var match: Match
    /// `Q37158`, or the folded name of a brand that has no such id; the name as it was given;
    /// `amenity=cafe`; `osm/node/123`.
    package var value: String
    /// For people.
    package var name: String
    /// Of a brand: its Wikidata id, if it is known by that.
    package var wikidata: String?
    /// Metres; `nil`: as the configuration has it.
    package var radius: Double?
    /// How many there are in the database.
    package var places: Int
    /// `nil` if there is none, or nobody knows where the device is.
    package var nearest: NearestPlace?
    package var added: Timestamp
    /// The uid of the account that added it; anybody may change it or take it away.
    package var owner: UInt32

    /// What is compared; where several favourites match one place, the first of these decides.
    package enum Match: String, Codable, CaseIterable, Sendable {
        case place, name, brand, category
    }
}

/// The one that is nearest to where the device is.
package struct NearestPlace: Codable, Hashable, Sendable {
    /// As in `osm/node/123`.
    package var id: String
    package var name: String
    /// Metres.
    package var distance: Double
    package var lat: Double
    package var lon: Double
}
