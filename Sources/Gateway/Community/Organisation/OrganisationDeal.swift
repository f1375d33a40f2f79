/// What a deal of an organisation has besides what the daemon knows of it.
package struct OrganisationDeal: Hashable, Sendable {
    /// Its number here, which is not the daemon's.
    package var number: Int64
    package var group: GroupID
    package var groupName: String
    package var site: Int64?
    /// `nil` with `site`.
    package var siteName: String?
    /// The number of its picture; another picture has another.
    package var picture: Int64?
    /// Whether the caller may change it.
    package var isManager: Bool

    /// What the daemon calls it: how the two are found together, also when the gateway was killed after
    /// the daemon had added the deal.
    package var reference: String { "group/\(group)/deal/\(number)" }

    /// `nil`: the deal that is called so is of no organisation.
    static func number(in reference: String) -> Int64? {
        reference.split(separator: "/").last.flatMap { Int64($0) }
    }
}

/// What people say of a deal.
package struct Ratings: Hashable, Sendable {
    package var count: Int64
    /// 1 to 5.
    package var average: Double
    /// The caller's own, 1 to 5; `nil`: they say none.
    package var mine: Int64?
}

/// Somebody who has reserved a deal.
package struct Customer: Hashable, Sendable {
    package var name: String
    /// 1 to 5; `nil`: they have not rated it.
    package var rating: Int64?
    package var text: String?
}
