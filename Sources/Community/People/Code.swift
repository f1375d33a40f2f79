/// What a device shows, so that somebody approves it on a device where they are signed in.
package struct Code: Hashable, Sendable {
    /// As in `BCDF-GHJK`.
    package var code: String
    /// With it, the device asks whether it was approved.
    package var secret: Secret
    package var expires: UnixTime
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
    package var asked: UnixTime
}
