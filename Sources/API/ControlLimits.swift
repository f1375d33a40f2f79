import Hummingbird
import HummingbirdCore

/// Limits for the clients of the control socket.
package struct ControlLimits: Sendable {
    /// Bytes of a request's body.
    package static let body = 1 << 20
    /// Bytes of a request's target, which is path and query.
    package static let target = 8 * 1024
    /// Bytes of all header fields of a request, or of one of them.
    package static let header = 16 * 1024
    package static let headerFields = 100
    /// How many clients are served at a time; others wait to be accepted.
    package static let connections = 1024

    /// How long the head of a request may take to come, and then its body. A connection on which
    /// nothing is asked is closed after that time, one with a request that drips in after twice
    /// that.
    package var patience = Duration.seconds(15)
    /// How long open requests may still take when the daemon stops.
    package var farewell = Duration.seconds(3)

    package init() {}
}

extension HTTP1Channel.Configuration.DecoderConfiguration {
    static let control = Self(
        maxHeaderFieldSize: ControlLimits.header, maxHeaderListSize: ControlLimits.header,
        maxHeaderFieldCount: ControlLimits.headerFields)
}
