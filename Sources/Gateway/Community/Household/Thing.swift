package import Geofencing
import Posix

/// Something that a household wants to buy, or has at home.
package struct Thing: Hashable, Sendable {
    package enum State: String, Codable, CaseIterable, Sendable {
        case wanted, home

        var other: State { self == .wanted ? .home : .wanted }
    }

    /// What is said of it: a column of the table, and a member in requests and answers.
    package enum Field: String, CodingKey, CaseIterable, Sendable {
        case text
        /// As it was typed, `2 l`.
        case amount
        /// Where it can be had, as a favourite says it: a brand, a category, a name, the id of a place.
        case target

        package var isRequired: Bool { self == .text }
        /// Characters.
        package var longest: Int { self == .amount ? 40 : 200 }
        /// What an empty one is; `nil`: there is none.
        package var usual: String? { self == .target ? "shop=supermarket" : nil }
        /// For the description of `/api`.
        package var note: String? {
            switch self {
            case .text: nil
            case .amount: "As typed, as in 2 l; empty takes it away."
            case .target:
                "Where it can be had: a brand, name, category or place id; empty: any supermarket."
            }
        }
    }

    /// Another one once it is bought or used up: what somebody does to a thing as they have seen it
    /// is never done to what has become of it.
    package var id: Int64
    package var state: State
    package var fields: [Field: String]
    package var by: Author
    /// To the list, or to what is at home.
    package var added: Timestamp

    package var text: String { fields[.text] ?? "" }
}

extension Thing: Encodable {
    private enum Key: CodingKey { case id, state, by, added }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(id, forKey: .id)
        try members.encode(state, forKey: .state)
        try members.encode(by, forKey: .by)
        try members.encode(added, forKey: .added)
        var said = encoder.container(keyedBy: Field.self)
        for (field, value) in fields { try said.encode(value, forKey: field) }
    }
}

extension [Thing.Field: String] {
    /// With those of `draft` instead, checked.
    func changed(by draft: Self) throws -> Self {
        var fields = self
        for (field, value) in draft {
            fields[field] =
                value.trimmed.isEmpty && !field.isRequired
                ? field.usual : try value.checkedName(field.rawValue, longest: field.longest)
        }
        return fields
    }
}

/// What a household wants from one target.
package struct Errands: Hashable, Sendable {
    package var group: GroupID
    package var groupName: String
    package var target: String
    /// The oldest first.
    package var things: [Thing]

    package init(group: GroupID, groupName: String, target: String, things: [Thing]) {
        (self.group, self.groupName, self.target, self.things) = (group, groupName, target, things)
    }
}

/// What has become of a thing that was bought.
package struct Purchase: Hashable, Sendable {
    package var thing: Thing
    /// `nil`: nobody said what it has cost, or the bill was removed since.
    package var bill: Bill?
}
