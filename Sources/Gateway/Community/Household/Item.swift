/// Something that a household wants to buy.
package struct Item: Hashable, Codable, Sendable {
    package var id: Int64
    package var text: String
    /// As it was typed, `2 l`.
    package var amount: String?
    /// Where it can be had, as a favourite says it: a brand, a category, a name, the id of a place.
    package var target: String
    package var by: Somebody
    package var added: UnixTime

    /// Where an item can be had that does not say it.
    package static let usualTarget = "shop=supermarket"
}

/// Something that a household has.
package struct Stock: Hashable, Codable, Sendable {
    package var id: Int64
    package var text: String
    /// As it was typed, `2 l`.
    package var amount: String?
    package var by: Somebody
    package var added: UnixTime
}

/// What a household wants from one target.
package struct Errands: Hashable, Sendable {
    package var group: GroupID
    package var groupName: String
    package var target: String
    /// The oldest first.
    package var items: [Item]

    package init(group: GroupID, groupName: String, target: String, items: [Item]) {
        (self.group, self.groupName, self.target, self.items) = (group, groupName, target, items)
    }
}

/// What has become of an item that was bought.
package struct Purchase: Hashable, Encodable, Sendable {
    package var stock: Stock
    /// `nil`: nobody said what it has cost, or the bill was removed since.
    package var bill: Bill?
}
