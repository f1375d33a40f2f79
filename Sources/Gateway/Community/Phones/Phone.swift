package import Geofencing

/// A device that somebody carries.
package struct Phone: Hashable, Codable, Sendable {
    /// The id of the device at the daemon.
    package var id: String
    package var name: String
    package var owner: PersonID
    package var added: Timestamp
    /// How much of it whoever asks may see; `nil`: nothing but that it is there.
    package var visibility: Visibility?
    /// Of MQTT, where it publishes; `nil`: nowhere, or it is not for whoever asks to know.
    package var topic: String?
    /// Whether it has a token to sign in with; `nil`: it is not for whoever asks to know.
    package var hasToken: Bool?
    /// Whether servers of places elsewhere may be asked for what is around it; `nil`: it is not for
    /// whoever asks to know.
    package var asksServers: Bool?
    /// SHA-256 of the token: another for each. It does not leave the gateway.
    package var tokenHash: [UInt8]?
    /// Whether the token was in an address: proxies and logs may have it, so that it is good for sending
    /// positions alone. It does not leave the gateway.
    package var tokenWasInAddress = false

    enum CodingKeys: String, CodingKey {
        case id, name, owner, added, visibility, topic
        case hasToken = "has_token"
        case asksServers = "asks_servers"
    }
}

/// How much somebody may see of a phone.
package enum Visibility: String, Codable, Sendable, CaseIterable, Comparable {
    /// When it enters and leaves the places that the household has named.
    case arrivals
    /// Where it is.
    case position
    /// All, because it is theirs.
    case owner

    package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What somebody may see of phones.
package struct SeenPhones: Hashable, Sendable {
    /// By the ids of the devices.
    package var levels: [String: Visibility]
    /// Of the phones that are not theirs.
    package var owners: [String: PersonID]
    /// Whether the device of this machine is theirs.
    package var hasOwnSource: Bool
    /// When some sharing ends, in Unix seconds; `nil`: none does by itself.
    var ends: Int64?
}

/// What a household may see of a phone.
package struct Sharing: Hashable, Codable, Sendable {
    package enum Level: String, Codable, Sendable, CaseIterable {
        case arrivals, position
    }

    package var group: GroupID
    package var level: Level
    /// `nil`: until the owner ends it.
    package var until: Timestamp?
}
