package import Geofencing

/// What signs somebody in, or invites to a household: once, and for 24 hours.
package struct Link: Hashable, Sendable {
    package var secret: Secret
    package var expires: Timestamp

    /// Seconds for which it is good.
    package static let longest: Int64 = 86_400
}

/// What a link is for, as whoever has it may know before it is used up.
package struct LinkPurpose: Hashable, Codable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// It signs in a person, who is there.
        case person
        /// It makes whoever opens it a member of a household.
        case invitation
    }

    package var kind: Kind
    /// Of the person, or of the household.
    package var name: String
    /// The name of the member who invites; `nil` for a person's link, or if this machine does.
    package var invitedBy: String?

    enum CodingKeys: String, CodingKey {
        case kind, name
        case invitedBy = "invited_by"
    }
}

/// A link that is not used yet. Its secret is known to whoever has it alone.
package struct OpenLink: Hashable, Codable, Sendable {
    package var id: Int64
    package var kind: LinkPurpose.Kind
    /// Of an invitation.
    package var group: GroupID?
    package var groupName: String?
    package var created: Timestamp
    package var expires: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, kind, group, created, expires
        case groupName = "group_name"
    }
}

/// What came of a link, or of a code that was approved.
package struct Joined: Hashable, Sendable {
    package var person: Person
    /// The session that has begun; `nil`: that of the caller goes on.
    package var session: SignedIn?

    package struct SignedIn: Hashable, Sendable {
        package var id: SessionID
        package var secret: Secret
        package var ends: Timestamp
    }
}
