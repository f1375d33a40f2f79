package import Geofencing

/// What a device shows, so that somebody approves it on a device where they are signed in.
package struct Code: Hashable, Sendable {
    /// As in `BCDF-GHJK`.
    package var code: String
    /// With it, the device asks whether it was approved.
    package var secret: Secret
    package var expires: Timestamp

    /// Seconds for which it is good.
    package static let longest: Int64 = 600
    /// Letters of a code that nobody takes for another, and that make no words (RFC 8628, 6.1).
    static let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
    static let length = 8
}

/// What has become of a code or of a sign-up.
package enum Claim: Hashable, Sendable {
    case pending
    case joined(Joined)
    /// It was refused, is over, or never was.
    case refused
}

/// Somebody without a link who asks to be let in.
package struct Signup: Hashable, Codable, Sendable {
    package var id: Int64
    package var name: String
    package var device: String
    package var asked: Timestamp

    /// Seconds for which it waits, and then again for the device to notice that it was accepted.
    package static let longest: Int64 = 7 * 86_400
}
