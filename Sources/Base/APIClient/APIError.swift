import FoundationEssentials
import Glibc
import NIOCore
package import Posix

/// Why there is no usable reply.
package enum APIError: Error, Hashable, CustomStringConvertible {
    case cannotConnect(APIServer, Errno)
    /// Within this time.
    case noReply(APIServer, Duration)
    /// The program has closed the connection before the end of the reply.
    case closed(APIServer)
    case notHTTP(APIServer)
    case bodyTooLarge
    case replyTooLarge(APIServer)
    /// JSON that is not of the kind that was expected.
    case unknownReply(APIServer)
    case refused(RefusedRequest)

    init(connecting error: any Error, _ server: APIServer) {
        switch error {
        case let error as IOError: self = .cannotConnect(server, Errno(error.errnoCode))
        case ChannelError.connectTimeout: self = .cannotConnect(server, Errno(ETIMEDOUT))
        default: self = .closed(server)
        }
    }

    package var description: String {
        switch self {
        case .cannotConnect(let server, Errno(EACCES)):
            "cannot open \(server.shown): permission denied: are you in group geofenced? "
                + "sudo usermod -aG geofenced $USER, then log in again"
        case .cannotConnect(let server, let error):
            "cannot reach \(server.program.rawValue) at \(server.shown): \(error): "
                + "is it running? \(server.remedy)"
        case .noReply(let server, let timeout):
            "\(server.shown): \(server.program.rawValue) did not reply within \(timeout.components.seconds) seconds"
        case .closed(let server):
            "\(server.shown): \(server.program.rawValue) closed the connection: try again"
        case .notHTTP(let server):
            "\(server.shown): does not speak HTTP: name \(server.name)"
        case .bodyTooLarge:
            "what is to be sent is larger than \(APIClient.largestBody / 1024) KiB"
        case .replyTooLarge(let server):
            "\(server.shown): the reply is larger than \(APIClient.largestReply >> 20) MiB: "
                + "ask for less"
        case .unknownReply(let server):
            "\(server.shown): \(server.program.rawValue)'s reply cannot be read: are both programs of one version?"
        case .refused(let refusal): refusal.description
        }
    }
}

/// A program's reason for refusing a request (RFC 9457).
package struct RefusedRequest: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with one field of the request.
    package struct Field: Hashable, Sendable, Decodable {
        /// Where it is in the body, as in `[2].text`.
        package var field: String
        /// A sentence for people.
        package var detail: String
    }

    /// Something that may have been meant.
    package struct Candidate: Hashable, Sendable, Decodable {
        /// What to send instead.
        package var value: String
        /// For people.
        package var name: String
    }

    /// The HTTP status, from 400 on.
    package var status: Int
    /// A URI that names the kind of problem; `nil` if the reply does not say.
    package var type: String?
    /// A sentence for people.
    package var detail: String
    /// Empty if the refusal is not about single fields.
    package var errors: [Field]
    /// By which programs know what is wrong; `nil` for most refusals.
    package var code: String?
    package var candidates: [Candidate]

    private struct Wire: Decodable {
        var type: String?
        var title: String?
        var status: Int?
        var detail: String?
        var errors: [Field]?
        var code: String?
        var candidates: [Candidate]?
    }

    /// Whether the same would be refused again. What is not there may be soon.
    package var isForGood: Bool {
        (400..<500).contains(status) && ![404, 408, 429].contains(status)
    }

    init(_ reply: APIClient.Reply, of program: APIServer.Program) {
        status = reply.status
        let isProblem = reply.contentType?.hasPrefix("application/problem+json") == true
        // Without a problem that can be read, the status has to do.
        let wire = isProblem ? try? JSONDecoder().decode(Wire.self, from: Data(reply.body)) : nil
        type = wire?.type
        detail =
            wire?.detail ?? wire?.title ?? "\(program.rawValue) refuses: status \(reply.status)"
        errors = wire?.errors ?? []
        code = wire?.code
        candidates = wire?.candidates ?? []
    }

    /// `nil` if the line that ends a reply is no problem.
    init?(lastLine reply: APIClient.Reply) {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(reply.body)),
            let status = wire.status, status >= 400, wire.detail != nil
        else { return nil }
        var reply = reply
        reply.status = status
        self.init(reply, of: .daemon)
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
