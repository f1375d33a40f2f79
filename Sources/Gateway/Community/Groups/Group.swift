package import Geofencing

/// People who belong together.
package struct Group: Hashable, Codable, Sendable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case household, organisation
    }

    package var id: GroupID
    package var kind: Kind
    package var name: String
    /// Three letters of ISO 4217, as `EUR`; `nil`: it was not said.
    package var currency: String?
    package var created: Timestamp
    /// Of whoever asks; `nil`: they are no member.
    package var role: Member.Role?
    /// How many members there are.
    package var memberCount: Int
    /// In the order in which they came; `nil` in a list of groups.
    package var members: [Member]?
    /// Of an organisation; `nil` in a list of groups, and of a household.
    package var sites: [Site]?
    /// Of a household; `nil` in a list of groups, and of an organisation.
    package var places: [GroupPlace]?

    enum CodingKeys: String, CodingKey {
        case id, kind, name, currency, created, role, members, sites, places
        case memberCount = "member_count"
    }
}

/// Somebody who belongs to a group.
package struct Member: Hashable, Codable, Sendable {
    package enum Role: String, Codable, Sendable, CaseIterable {
        case member, admin
    }

    package var person: PersonID
    /// As the group calls them: the nick name, or else the person's name.
    package var name: String
    package var role: Role
    package var joined: Timestamp
    package var nickName: String?
    /// In an organisation: as it numbers them.
    package var number: String?
    /// In an organisation: where they work.
    package var sites: [Int64]

    enum CodingKeys: String, CodingKey {
        case person, name, role, joined, number, sites
        case nickName = "nick_name"
    }
}

/// Where an organisation is.
package struct Site: Hashable, Codable, Sendable {
    package var id: Int64
    package var name: String
    package var address: String?
    /// Degrees.
    package var lat: Double
    package var lon: Double
    /// Metres.
    package var radius: Double
}

/// A place of a household, as home or school, at which arrivals are told.
package struct GroupPlace: Hashable, Codable, Sendable {
    package var id: Int64
    package var name: String
    /// Degrees.
    package var lat: Double
    package var lon: Double
    /// Metres.
    package var radius: Double
}

/// A circle on the ground.
package struct Area: Hashable, Sendable {
    /// Degrees.
    package var latitude: Double
    package var longitude: Double
    /// Metres.
    package var radius: Double

    package init(latitude: Double, longitude: Double, radius: Double) {
        (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
    }
}

/// What may be seen of an organisation in order to ask to join it.
package struct Organisation: Hashable, Codable, Sendable {
    package struct Site: Hashable, Codable, Sendable {
        package var id: Int64
        package var name: String
        package var address: String?
    }

    package var id: GroupID
    package var name: String
    package var sites: [Site]
}
