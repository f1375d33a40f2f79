import APIClient
import FoundationEssentials
import Posix

/// A topic at an ntfy server, which phones subscribe to.
package struct NtfyWay: MessageWay {
    package var name: String { "ntfy" }
    /// Those that people may choose.
    private let servers: [Server]
    private let sender: HTTPSender

    /// A server, as the configuration has it.
    package struct Server: Hashable, Sendable {
        /// `https://ntfy.example`
        package var url: String
        /// The path of a file with a token (`tk_…`); `nil` where everybody may publish.
        package var tokenFile: String?

        package init(url: String, tokenFile: String? = nil) {
            (self.url, self.tokenFile) = (url, tokenFile)
        }
    }

    package init(servers: [Server], sender: HTTPSender) {
        (self.servers, self.sender) = (servers, sender)
    }

    package func check(_ settings: PersonSettings) throws {
        guard let ntfy = settings.ways.ntfy else { return }
        guard server(ntfy.server) != nil else {
            let known = servers.isEmpty ? "none" : servers.map(\.url).joined(separator: ", ")
            throw MessageError.invalid(
                field: "ways.ntfy.server",
                "\(ntfy.server.quoted) is not among those that gateway.toml allows: \(known)")
        }
        guard (1...64).contains(ntfy.topic.utf8.count), ntfy.topic.utf8.allSatisfy(\.isOfTopic)
        else {
            throw MessageError.invalid(
                field: "ways.ntfy.topic",
                "\(ntfy.topic.quoted) is no topic: use 1 to 64 letters, digits, - and _")
        }
    }

    package func target(of settings: PersonSettings) -> String? {
        settings.ways.ntfy.map { "\(Self.base($0.server))/\($0.topic)" }
    }

    /// Without the topic, which is a secret.
    package func shown(_ target: String) -> String { Self.parts(target).server }

    private static func base(_ url: String) -> String {
        url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    private static func parts(_ target: String) -> (server: String, topic: String) {
        guard let slash = target.lastIndex(of: "/") else { return (target, "") }
        return (String(target[..<slash]), String(target[target.index(after: slash)...]))
    }

    private func server(_ url: String) -> Server? {
        servers.first { Self.base($0.url) == Self.base(url) }
    }

    package func deliver(
        _ message: Message, id: String, rings: Bool, to target: String
    ) async throws -> Delivery {
        let (url, topic) = Self.parts(target)
        guard let server = server(url) else {
            return .refused("gateway.toml allows \(url) no more")
        }
        var headers = [
            HTTPRequest.Header("Content-Type", "application/json"), .init("X-Sequence-ID", id),
        ]
        do {
            if let token = try server.token() {
                headers.append(.init("Authorization", "Bearer \(token)"))
            }
        } catch {
            return .later("\(error)")
        }
        let body = NtfyPublication(message, topic: topic, id: id, rings: rings)
        let request = HTTPRequest(
            post: try body.jsonBytes, to: url + "/", headers: headers)
        do {
            return try await Delivery(sender.send(request), from: server)
        } catch let failure as HTTPFailure {
            return .later("\(failure)")
        }
    }
}

extension NtfyWay.Server {
    /// Read each time, so that a new one counts at once.
    fileprivate func token() throws -> String? { try tokenFile.map { try accessToken(inFile: $0) } }

    /// What to do when the server does not let us in.
    fileprivate var remedy: String {
        guard let tokenFile else { return "give the server a token_file in gateway.toml" }
        return "put a token that may publish into \(tokenFile)"
    }
}

extension Delivery {
    fileprivate init(_ reply: HTTPReply, from server: NtfyWay.Server) {
        switch reply.status {
        case 200..<300: self = .delivered
        case 300..<400:
            self = .later(
                "is redirected\(reply.target), which is not followed: correct its url",
                after: reply.retryAfter)
        case 400, 413, 415, 422: self = .refused("answers \(reply.status)\(reply.reason)")
        case 401, 403:
            self = .later(
                "answers \(reply.status): \(server.remedy)", after: reply.retryAfter)
        default:
            self = .later("answers \(reply.status)\(reply.reason)", after: reply.retryAfter)
        }
    }
}

extension NtfyPublication {
    fileprivate init(_ message: Message, topic: String, id: String, rings: Bool) {
        self.init(
            topic: topic, title: message.title,
            message: message.lines.map(\.text).joined(separator: "\n"), rings: rings,
            kind: message.lines.first?.kind ?? "", at: message.position, id: id)
    }
}

extension UInt8 {
    fileprivate var isOfTopic: Bool {
        let scalar = Unicode.Scalar(self)
        return switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}
