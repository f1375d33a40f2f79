import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Limits for the clients of the control socket.
package struct ControlLimits: Sendable {
    /// Bytes of a request's body.
    package static let body = 1 << 20
    /// Bytes of a body that is read as it comes, where it is no file of any size.
    package static let upload = 64 << 20
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
    /// How long a client that sends a file may be silent while the daemon waits for bytes. There is
    /// no limit for the whole of it, nor for its size.
    package var uploadPatience = Duration.seconds(300)
    /// How long open requests may still take when the daemon stops.
    package var farewell = Duration.seconds(3)

    package init() {}
}

extension HTTPRequest {
    /// Whether the body is read as it comes, and may be longer than others.
    var isUpload: Bool {
        let path = path?.prefix { $0 != "?" } ?? ""
        let watches = "/v1/watches/"
        return switch method {
        case .post: path == "/v1/places/imports"
        case .put:
            path.hasPrefix("/v1/places/cells/")
                || path.hasPrefix(watches) && !path.dropFirst(watches.count).contains("/")
        default: false
        }
    }
}

extension HTTP1Channel.Configuration.DecoderConfiguration {
    static let control = Self(
        maxHeaderFieldSize: ControlLimits.header, maxHeaderListSize: ControlLimits.header,
        maxHeaderFieldCount: ControlLimits.headerFields)
}
