package import Geofencing

/// Somebody asks whether a person becomes a member of a group.
package struct MembershipRequest: Hashable, Codable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// A household asks a person, who accepts.
        case asksPerson = "asks_person"
        /// A person asks an organisation, one of whose admins accepts.
        case asksGroup = "asks_group"
    }

    package var id: Int64
    package var kind: Kind
    package var group: GroupID
    package var groupName: String
    /// Who would become a member. For those who ask a person: the name as they wrote it.
    package var name: String
    /// `nil` for those who ask a person: they do not get to know whether there is one.
    package var person: PersonID?
    /// The name of the member who asks; `nil` if the person does.
    package var askedBy: String?
    /// The site of the organisation, as the person says.
    package var site: Int64?
    package var asked: Timestamp
    /// Whether whoever asks for this list may accept it.
    package var isMineToAnswer: Bool

    /// Seconds for which it waits.
    package static let longestOpen: Int64 = 30 * 86_400

    enum CodingKeys: String, CodingKey {
        case id, kind, group, name, person, site, asked
        case groupName = "group_name"
        case askedBy = "asked_by"
        case isMineToAnswer = "mine_to_answer"
    }
}
