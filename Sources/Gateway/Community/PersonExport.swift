package import Geofencing

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
        package var added: Timestamp
        package var topic: String?
        package var sharing: [Sharing]
    }

    /// That something in a group which they have left has their name at it. What it says may be written
    /// by others since, and is theirs.
    package struct LeftBehind: Encodable, Sendable {
        package var group: GroupID
        /// As in `event`.
        package var kind: String
        package var number: Int64
    }

    /// Something that they have put on the list of a household, or at home.
    package struct OwnThing: Encodable, Sendable {
        package var group: GroupID
        package var thing: Thing
    }

    /// A bill that they have written or paid, or that is for them.
    package struct OwnBill: Encodable, Sendable {
        package var group: GroupID
        package var what: String
        /// Minor units of the household's currency.
        package var amount: Int64
        package var date: String
        package var kind: String
        package var wrote: Bool
        package var paid: Bool
        /// What of the amount is theirs; `nil`: it is not for them.
        package var share: Int64?
    }

    /// What they wrote of what a group has planned, or take part in.
    package struct OwnEvent: Encodable, Sendable {
        package var group: GroupID
        /// Without the other people.
        package var event: Event
    }

    /// The group to whose calendar they have a link.
    package struct Calendar: Encodable, Sendable {
        package var group: GroupID
        package var made: Timestamp
    }

    /// What they know of a bulletin.
    package struct ReadBulletin: Encodable, Sendable {
        package var group: GroupID
        package var title: String
        package var read: Timestamp?
        /// On arrival.
        package var told: Timestamp?
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
    package var things: [OwnThing]
    package var bills: [OwnBill]
    package var events: [OwnEvent]
    package var calendars: [Calendar]
    /// Those that they have written.
    package var bulletins: [Bulletin]
    package var bulletinsRead: [ReadBulletin]
    /// Of them, and those that they have written.
    package var reviews: [Review]
    /// Whether the own source of this machine follows this person.
    package var ownSource: Bool
    /// In groups that they have left.
    package var leftBehind: [LeftBehind]

    enum CodingKeys: String, CodingKey {
        case person, sessions, links, groups, requests, phones, arrivals, tips, things, bills
        case events, calendars
        case ownSource = "own_source"
        case bulletins, reviews
        case leftBehind = "left_behind"
        case bulletinsRead = "bulletins_read"
    }
}
