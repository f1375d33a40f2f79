import FoundationEssentials
import Glibc
import NIOCore
package import Posix

/// Why there is no usable reply.
package enum APIError: Error, Hashable, CustomStringConvertible {
    case cannotConnect(SocketPath, Errno)
    /// Within this time.
    case noReply(SocketPath, Duration)
    /// The daemon has closed the connection before the end of the reply.
    case closed(SocketPath)
    case notHTTP(SocketPath)
    case bodyTooLarge
    case replyTooLarge(SocketPath)
    /// JSON that is not of the kind that was expected.
    case unknownReply(SocketPath)
    case refused(RefusedRequest)

    init(connecting error: any Error, _ socket: SocketPath) {
        switch error {
        case let error as IOError: self = .cannotConnect(socket, Errno(error.errnoCode))
        case ChannelError.connectTimeout: self = .cannotConnect(socket, Errno(ETIMEDOUT))
        default: self = .closed(socket)
        }
    }

    package var description: String {
        switch self {
        case .cannotConnect(let socket, Errno(EACCES)):
            "cannot open \(socket.shown): permission denied: are you in group geofenced? "
                + "sudo usermod -aG geofenced $USER, then log in again"
        case .cannotConnect(let socket, let error):
            "cannot reach geofenced at \(socket.shown): \(error): is it running? "
                + "geofencectl doctor says what to do"
        case .noReply(let socket, let timeout):
            "\(socket.shown): geofenced did not reply within \(timeout.components.seconds) seconds"
        case .closed(let socket): "\(socket.shown): geofenced closed the connection: try again"
        case .notHTTP(let socket):
            "\(socket.shown): does not speak HTTP: name the control socket of geofenced"
        case .bodyTooLarge:
            "what is to be sent is larger than \(APIClient.largestBody / 1024) KiB"
        case .replyTooLarge(let socket):
            "\(socket.shown): the reply is larger than \(APIClient.largestReply >> 20) MiB: "
                + "ask for less"
        case .unknownReply(let socket):
            "\(socket.shown): geofenced's reply cannot be read: are both programs of one version?"
        case .refused(let refusal): refusal.description
        }
    }
}

/// The daemon's reason for refusing a request (RFC 9457).
package struct RefusedRequest: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with one field of the request.
    package struct Field: Hashable, Sendable, Decodable {
        /// Where it is in the body, as in `[2].text`.
        package var field: String
        /// A sentence for people.
        package var detail: String
    }

    /// The HTTP status, from 400 on.
    package var status: Int
    /// A URI that names the kind of problem; `nil` if the reply does not say.
    package var type: String?
    /// A sentence for people.
    package var detail: String
    /// Empty if the refusal is not about single fields.
    package var errors: [Field]

    private struct Wire: Decodable {
        var type: String?
        var title: String?
        var status: Int?
        var detail: String?
        var errors: [Field]?
    }

    init(_ reply: APIClient.Reply) {
        status = reply.status
        let isProblem = reply.contentType?.hasPrefix("application/problem+json") == true
        // Without a problem that can be read, the status has to do.
        let wire = isProblem ? try? JSONDecoder().decode(Wire.self, from: Data(reply.body)) : nil
        type = wire?.type
        detail = wire?.detail ?? wire?.title ?? "geofenced refuses: status \(reply.status)"
        errors = wire?.errors ?? []
    }

    /// `nil` if the line that ends a reply is no problem.
    init?(lastLine reply: APIClient.Reply) {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(reply.body)),
            let status = wire.status, status >= 400, wire.detail != nil
        else { return nil }
        var reply = reply
        reply.status = status
        self.init(reply)
    }

    /// The detail, and then a line for each error that the detail does not contain.
    package var description: String {
        let more = errors.filter { !detail.contains($0.detail) }.map { "\n  \($0.detail.visible)" }
        let shown = String(detail.unicodeScalars.prefix(Self.longest))
        return shown.visible + (shown.count < detail.count ? "…" : "") + more.joined()
    }

    /// Characters of a description.
    private static let longest = 500
}

extension SocketPath {
    fileprivate var shown: String { description.visible }
}
