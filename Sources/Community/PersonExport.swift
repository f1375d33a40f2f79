/// All that is known of a person here.
package struct PersonExport: Encodable, Sendable {
    package struct Membership: Encodable, Sendable {
        package var group: GroupID
        package var groupName: String
        package var kind: Group.Kind
        package var member: Member

        enum CodingKeys: String, CodingKey {
            case group, kind, member
            case groupName = "group_name"
        }
    }

    package struct OwnedPhone: Encodable, Sendable {
        package var id: String
        package var name: String
        package var added: UnixTime
        package var topic: String?
        package var sharing: [Sharing]
    }

    /// A link that is not used yet; its secret is not known.
    package struct OpenLink: Encodable, Sendable {
        package var kind: LinkPurpose.Kind
        package var group: GroupID?
        package var created: UnixTime
        package var expires: UnixTime
    }

    package var person: Person
    package var sessions: [Session]
    package var links: [OpenLink]
    package var groups: [Membership]
    package var requests: [MembershipRequest]
    package var phones: [OwnedPhone]
    /// Whom they are told of, and who is told of them.
    package var arrivals: [Arrival]
    package var tips: [Tip]
    /// Whether the own source of this machine follows this person.
    package var ownSource: Bool

    enum CodingKeys: String, CodingKey {
        case person, sessions, links, groups, requests, phones, arrivals, tips
        case ownSource = "own_source"
    }
}
