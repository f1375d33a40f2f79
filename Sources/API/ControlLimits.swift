import Hummingbird
import HummingbirdCore

/// What a client of the control socket may take.
package struct ControlLimits: Sendable {
    /// Bytes of a request's body.
    package static let body = 1 << 20
    /// Bytes of a request's target, which is path and query.
    package static let target = 8 * 1024
    /// Bytes of all header fields of a request, or of one of them.
    package static let header = 16 * 1024
    package static let headerFields = 100
    /// Those beyond wait to be accepted.
    package static let connections = 1024

    /// So long may the head of a request be awaited, then its body: a connection on which nothing
    /// is asked is closed after that time, a request that drips in after twice of it.
    package var patience = Duration.seconds(15)
    /// So long may open requests take when the daemon stops.
    package var farewell = Duration.seconds(3)

    package init() {}
}

extension HTTP1Channel.Configuration.DecoderConfiguration {
    static let control = Self(
        maxHeaderFieldSize: ControlLimits.header, maxHeaderListSize: ControlLimits.header,
        maxHeaderFieldCount: ControlLimits.headerFields)
}
