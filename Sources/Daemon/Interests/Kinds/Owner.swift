package import Places
package import Posix

/// Somebody who can have a reservation, as `person/anna`; an account is `uid/1000`.
package struct Owner: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Characters of an owner's name.
    package static let longest = 128

    package init(_ account: Account) {
        description = "uid/\(account.uid)"
    }

    /// Throws if nobody can be called so; `field`: its name, for the message.
    package init(_ text: String, of field: String = "for") throws(Refusal) {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed)
        else {
            throw Refusal(
                .invalid, field,
                "\(text.shortened.quoted) is not 1 to \(Self.longest) of a-z, 0-9 and ._/-: "
                    + "write it as in person/anna")
        }
        description = text
    }

    /// The parameter that names whose reservations are told: JSON, for the API's description.
    package static let reader = #"""
        {"name": "for", "in": "query", "schema": {"type": "string", "pattern": "^[a-z0-9._/-]+$", "minLength": 1, "maxLength": \#(longest)},
          "description": "Whose reservations reserved_by_me tells; without it, those of the account that asks."}
        """#

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// The body of a request for an action, as of `POST /v1/deals/42/reserve`.
package struct ActionRequest: Sendable {
    /// For whom it is done; `nil`: for the account that asks.
    package var owner: Owner?

    package init(for owner: Owner?) {
        self.owner = owner
    }
}

extension ActionRequest: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case owner = "for"
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownFields(CodingKeys.self)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        owner = try fields.decodeIfPresent(String.self, forKey: .owner).map { try Owner($0) }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(owner?.description, forKey: .owner)
    }
}
