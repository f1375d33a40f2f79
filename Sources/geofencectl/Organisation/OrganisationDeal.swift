import Geofencing
import Interests
import Posix

/// What an organisation offers, as the gateway has it.
struct OrganisationDeal: NumberedItem {
    typealias In = Organisations

    /// As the daemon has it.
    var deal: Deal
    /// `nil`: it is at none of the organisation's sites.
    var siteName: String?
    /// A path; `nil`: it has none.
    var picture: String?
    /// How many people have rated it.
    var ratings: Int
    /// The average, 1 to 5; `nil`: nobody has rated it.
    var rating: Double?

    enum CodingKeys: String, CodingKey {
        case picture, ratings, rating
        case siteName = "site_name"
    }

    init(from decoder: any Decoder) throws {
        deal = try Deal(from: decoder)
        let more = try decoder.container(keyedBy: CodingKeys.self)
        siteName = try more.decodeIfPresent(String.self, forKey: .siteName)
        picture = try more.decodeIfPresent(String.self, forKey: .picture)
        ratings = try more.decode(Int.self, forKey: .ratings)
        rating = try more.decodeIfPresent(Double.self, forKey: .rating)
    }

    static let (word, collection) = ("deal", "deals")
    static let example = "42"

    var id: Int64 { deal.id }
    var words: String { deal.name }

    /// As in `4.5 by 2`.
    var rated: String? { rating.map { "\(String(decimals: 1, $0)) by \(ratings)" } }

    /// Its state in a word.
    func state(at now: Timestamp) -> String {
        if deal.ends <= now { return "over" }
        if now < deal.starts { return "to come" }
        return deal.isFull ? "full" : "on"
    }

    /// As in `deal 3: 2 for 1, until today 18:00, 0/10 reserved, at Dam, with a picture`.
    func sentence(at now: Timestamp) -> String {
        [
            deal.sentence(at: now), siteName.map { "at \($0.cut(toWidth: 60))" },
            picture == nil ? nil : "with a picture",
            rated.map { "rated \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    func lines(at now: Timestamp, _ style: Style) -> [String] {
        deal.lines(
            at: now, style, and: [("site", siteName), ("picture", picture), ("rated", rated)])
    }
}
