package import Geofencing

/// What somebody says of a place.
package struct Tip: Hashable, Codable, Sendable {
    /// The place's id at the daemon.
    package var place: String
    /// Of the person. Their id is for those who know them.
    package var name: String
    /// 1 to 5; `nil`: they say none.
    package var rating: Int64?
    package var text: String?
    package var written: Timestamp
    /// Whether it is of whoever asks.
    package var isMine: Bool

    enum CodingKeys: String, CodingKey {
        case place, name, rating, text, written
        case isMine = "mine"
    }
}

/// What people say of a place.
package struct PlaceTips: Hashable, Codable, Sendable {
    package var place: String
    /// That of whoever asks first, then the newest.
    package var tips: [Tip]
    /// How many tips there are, also those that are left out.
    package var count: Int64
    /// How many of them have a rating.
    package var ratings: Int64
    /// Of the ratings; `nil`: there is none.
    package var average: Double?
}
