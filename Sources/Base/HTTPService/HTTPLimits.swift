package import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Limits for the clients of a socket.
package struct HTTPLimits: Sendable {
    /// Bytes of a request's body.
    package static let body = 1 << 20
    /// Bytes of a body that is read as it comes, where it is no file of any size.
    package static let upload = 64 << 20
    /// Bytes of a request's target, which is path and query.
    package static let target = 8 * 1024
    /// Bytes of all header fields of a request, or of one of them.
    package static let header = 16 * 1024
    package static let headerFields = 100

    /// How many clients are connected at a time. For one more, the one is let go for which we have
    /// waited longest, to send or to read; others wait to be accepted while there is none.
    package var connections = 1024
    /// How many of them are of one address, or of the network of one IPv6 home, before its own have to
    /// leave for more of it.
    package var connectionsOfAddress = 256
    /// How long the head of a request may take to come, and then its body. A connection on which
    /// nothing is asked is closed after that time, one with a request that drips in after twice
    /// that, and one whose client does not read after that and what a slow link takes.
    package var patience = Duration.seconds(15)
    /// How long a client that sends a file may be silent while we wait for bytes. There is no limit
    /// for the whole of it, nor for its size.
    package var uploadPatience = Duration.seconds(300)
    /// How long a client that has been answered, and refused, may go on with its request.
    package var lingering = Duration.seconds(2)
    /// How long open requests may still take when the program stops.
    package var farewell = Duration.seconds(3)
    /// Whether the body of a request is read as it comes, and may be longer than others.
    package var isUpload: @Sendable (HTTPRequest) -> Bool = { _ in false }

    /// Whether the answer is not worth being made any more when the client has gone: what is changed has
    /// to be.
    package var isQuestion: @Sendable (HTTPRequest) -> Bool = { $0.method == .get }

    package init() {}
}

extension HTTP1Channel.Configuration.DecoderConfiguration {
    static let limited = Self(
        maxHeaderFieldSize: HTTPLimits.header, maxHeaderListSize: HTTPLimits.header,
        maxHeaderFieldCount: HTTPLimits.headerFields)
}
