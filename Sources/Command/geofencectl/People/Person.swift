import APIClient
import Geofencing
import Places
import Posix

/// A person, as the gateway has them.
struct Person: NamedItem {
    var id: String
    var name: String
    var isAdmin: Bool
    var added: Timestamp
    /// The user of this machine whose person it is; `nil`: nobody's.
    var account: String?

    static let word = "person"
    static let collection = "people"

    enum CodingKeys: String, CodingKey {
        case id, name, added, account
        case isAdmin = "admin"
    }

    var sentence: String {
        "\(called): \(name.cut(toWidth: 60))" + (isAdmin ? ", admin" : "")
    }
}

extension Person {
    /// `text`: an id or a name; `nil`: whose account of this machine runs this, or the only person.
    /// `option`: with which another is named.
    static func named(
        _ text: String?, option: String, _ gateway: APIClient
    ) async throws -> Person {
        if let text { return try await find(text, gateway) }
        let people = try await all(gateway)
        let account = GatewayOptions.account
        if let own = people.first(where: { $0.account == account }) { return own }
        guard people.count == 1 else {
            throw Refusal(
                .notFound, "\(account.visible)'s person",
                "is not known: say who with \(option), or begin with geofencectl page")
        }
        return people[0]
    }
}

/// Somebody who asks for an account, as the gateway has it.
struct Signup: Decodable {
    var id: Int64
    var name: String
    var device: String
    var asked: Timestamp
}
