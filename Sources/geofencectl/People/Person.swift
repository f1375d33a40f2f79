import Geofencing
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

    /// As in `person anna: Anna, admin`.
    var sentence: String {
        "\(called): \(name.cut(toWidth: 60))" + (isAdmin ? ", admin" : "")
    }
}

/// Where somebody is signed in, as the gateway has it.
struct Session: Decodable {
    var id: Int64
    var device: String
    var began: Timestamp
    var lastUsed: Timestamp
    var ends: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, device, began, ends
        case lastUsed = "last_used"
    }
}

/// Somebody who asks for an account, as the gateway has it.
struct Signup: Decodable {
    var id: Int64
    var name: String
    var device: String
    var asked: Timestamp
}
