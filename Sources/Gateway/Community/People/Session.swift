package import Geofencing

package typealias SessionID = Int64

/// A browser, or another program, in which somebody is signed in.
package struct Session: Hashable, Codable, Sendable {
    package var id: SessionID
    /// What the device calls itself.
    package var device: String
    package var began: Timestamp
    /// Up to an hour before it really was.
    package var lastUsed: Timestamp
    /// Unless it is used before.
    package var ends: Timestamp
    /// Whether it is that of whoever asks.
    package var isCurrent: Bool

    enum CodingKeys: String, CodingKey {
        case id, device, began, ends
        case lastUsed = "last_used"
        case isCurrent = "current"
    }

    /// Seconds after its last use.
    package static let longestUnused: Int64 = 30 * 86_400
    /// Seconds after it began.
    package static let longest: Int64 = 180 * 86_400
}

/// Whose session it is.
package struct SignedIn: Hashable, Sendable {
    package var person: PersonID
    package var session: SessionID
    package var isAdmin: Bool
    package var ends: Timestamp
}

extension Session {
    /// If it is not used again.
    static func ends(began: Int64, lastUsed: Int64) -> Timestamp {
        Timestamp(
            seconds: min(
                lastUsed.saturatingPlus(longestUnused), began.saturatingPlus(longest)))
    }
}
