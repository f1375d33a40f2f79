package import Geofencing

/// Somebody with a name who can sign in.
package struct Person: Hashable, Codable, Sendable {
    package var id: PersonID
    package var name: String
    /// Whether they may add, see and remove all people.
    package var isAdmin: Bool
    package var added: Timestamp
    /// The user name on this machine of which they are the person; `nil`: of none, or it is not told.
    package var account: String?

    enum CodingKeys: String, CodingKey {
        case id, name, added, account
        case isAdmin = "admin"
    }
}

/// Who asks.
package enum Caller: Hashable, Sendable {
    case person(PersonID)
    /// Whoever may open the socket of the gateway on this machine: an admin without a name.
    case machine
}
