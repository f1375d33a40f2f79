package import Geofencing

/// What somebody has paid for a household, or paid back. Money is in minor units of the household's
/// currency, as cents; without a currency, in hundredths.
package struct Bill: Hashable, Encodable, Sendable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case bill
        /// Money that one has given to another.
        case payment
    }

    /// What of the amount is whose.
    package struct Share: Hashable, Encodable, Sendable {
        package var of: Participant
        package var amount: Int64

        private enum CodingKeys: CodingKey {
            case amount
        }

        package func encode(to encoder: any Encoder) throws {
            try of.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(amount, forKey: .amount)
        }
    }

    package var id: Int64
    package var what: String
    /// Below zero: money that came back to `paidBy`. Never zero.
    package var amount: Int64
    /// As `2026-05-01`.
    package var date: String
    package var kind: Kind
    package var paidBy: Participant
    /// Their sum is the amount, and none has another sign.
    package var shares: [Share]
    /// Whether the shares are made of the amount; else somebody has written each.
    package var isEqual: Bool
    package var by: Author
    package var written: Timestamp
    /// Whether whoever asks may change and remove it.
    package var mayEdit: Bool

    enum CodingKeys: String, CodingKey {
        case id, what, amount, date, kind, shares, by, written
        case paidBy = "paid_by"
        case isEqual = "equal"
        case mayEdit = "may_edit"
    }
}

/// Whoever has paid or owes something in a household.
package struct Participant: Hashable, Codable, Sendable {
    /// Stays when they are forgotten; `nil`: a member who was in no bill yet.
    package var party: Int64?
    /// `nil`: they are forgotten.
    package var person: PersonID?
    /// As the household calls them, also once they have left; empty if they are forgotten.
    package var name: String

    /// `null` is written out: whoever reads it asks whether there is a person.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(party, forKey: .party)
        try container.encode(person, forKey: .person)
        try container.encode(name, forKey: .name)
    }
}

/// What somebody writes of a bill; `nil` leaves it as it is, or has the usual meaning.
package struct BillDraft: Sendable {
    /// Whoever is named is so by the id of a person, or as `#7` by the number of a party, because
    /// those who are forgotten have nothing else.
    package enum Sharing: Sendable {
        case equal([String])
        case own([(of: String, amount: Int64)])
    }

    package var what: String?
    package var amount: Int64?
    /// `nil`: today by UTC.
    package var date: String?
    /// `nil`: whoever asks.
    package var paidBy: String?
    /// `nil`: equal shares of all members.
    package var sharing: Sharing?
    /// Cannot be changed.
    package var kind = Bill.Kind.bill

    package init() {}
}

/// Who owes what in a household.
package struct Balances: Hashable, Encodable, Sendable {
    package struct Balance: Hashable, Encodable, Sendable {
        package var of: Participant
        package var isMember: Bool
        /// Minor units: what is owed to them; negative: what they owe.
        package var balance: Int64

        private enum CodingKeys: String, CodingKey {
            case balance
            case isMember = "is_member"
        }

        package func encode(to encoder: any Encoder) throws {
            try of.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(isMember, forKey: .isMember)
            try container.encode(balance, forKey: .balance)
        }
    }

    package struct Payment: Hashable, Encodable, Sendable {
        package var from: Participant
        package var to: Participant
        package var amount: Int64
    }

    /// `nil`: it was not said.
    package var currency: String?
    /// Of the minor unit: 2 for cents.
    package var digits: Int
    /// Of all members, in the order in which they came, and of others who are not settled. Their sum
    /// is zero.
    package var balances: [Balance]
    /// The fewest that settle them.
    package var payments: [Payment]
}
