package import Geofencing

/// What an organisation tells its members, of one site or of all.
package struct Bulletin: Hashable, Encodable, Sendable {
    package var id: Int64
    package var group: GroupID
    package var title: String
    /// Lines; empty if there is no more to say than the title.
    package var text: String
    /// `nil`: it is for all sites.
    package var site: Int64?
    package var siteName: String?
    /// From when it is in force.
    package var from: Timestamp
    /// Until when; `nil`: until it is removed.
    package var until: Timestamp?
    /// The number of its picture, which changes with it; `nil`: it has none.
    package var picture: Int64?
    /// The same, as JSON says it.
    package var hasPicture: Bool
    package var by: Author
    package var made: Timestamp
    /// Whether whoever asks has read it.
    package var isRead: Bool
    /// Whether whoever asks was told of it when they came to a site.
    package var wasTold: Bool
    /// How many members have read it, and were told; `nil` for those who are no admins.
    package var readCount: Int64?
    package var toldCount: Int64?

    package func isInForce(at now: Timestamp) -> Bool { from <= now && !isOver(at: now) }
    package func isOver(at now: Timestamp) -> Bool { until.map { $0 <= now } ?? false }

    private enum CodingKeys: String, CodingKey {
        case id, group, title, text, site, from, until, by, made
        case siteName = "site_name"
        case hasPicture = "has_picture"
        case isRead = "is_read"
        case readCount = "read_count"
        case toldCount = "told_count"
    }
}

/// What there is to tell at a site, now or later.
package struct SiteBulletins: Hashable, Sendable {
    package var group: GroupID
    package var groupName: String
    /// With its position and radius.
    package var site: Site
    /// Those of the site and those of all sites, in force or to come, the newest first.
    package var bulletins: [Bulletin]
}

/// Whether somebody has read a bulletin.
package struct BulletinReader: Hashable, Sendable {
    package var who: Author
    /// `nil`: not yet.
    package var read: Timestamp?
    /// When they were told of it on arrival; `nil`: not yet.
    package var told: Timestamp?
}

extension BulletinReader: Encodable {
    private enum CodingKeys: CodingKey { case read, told }

    package func encode(to encoder: any Encoder) throws {
        try who.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(read, forKey: .read)
        try container.encode(told, forKey: .told)
    }
}
