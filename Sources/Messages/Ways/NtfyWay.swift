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
        let body = Body(message, topic: topic, id: id, rings: rings)
        let request = HTTPRequest(
            post: Array(try body.json.utf8), to: url + "/", headers: headers)
        do {
            return try await Delivery(sender.send(request), from: server)
        } catch let failure as HTTPFailure {
            return .later("\(failure)")
        }
    }
}

extension NtfyWay.Server {
    /// Read each time, so that a new one counts at once.
    fileprivate func token() throws -> String? {
        guard let tokenFile else { return nil }
        let bytes = try InputFile.contents(of: tokenFile, limit: 4096)
        let token = String(decoding: bytes, as: UTF8.self).trimmed
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPFailure("\(tokenFile): has no token: write it as the only line")
        }
        return token
    }

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
            let to = reply.location.map { " to \($0.shortened)" } ?? ""
            self = .later("is redirected\(to), which is not followed: correct its url")
        case 400, 413, 415, 422: self = .refused("answers \(reply.status)\(reply.reason)")
        case 401, 403: self = .later("answers \(reply.status): \(server.remedy)")
        default:
            self = .later("answers \(reply.status)\(reply.reason)", after: reply.retryAfter)
        }
    }
}

extension HTTPReply {
    /// What the server says, if it says something.
    fileprivate var reason: String {
        let text = String(decoding: body, as: UTF8.self).trimmed
        return text.isEmpty ? "" : ": \(text.shortened)"
    }
}

extension NtfyWay {
    /// As the server takes it (docs.ntfy.sh, *Publish as JSON*).
    private struct Body: Encodable {
        var topic: String
        var title: String
        var message: String
        /// 3 is its default; 2 makes no sound.
        var priority: Int
        /// Names of emojis.
        var tags: [String]
        /// What a tap opens.
        var click: String?
        /// Servers from 2.16 on show one notification for all that have the same.
        var sequence: String

        enum CodingKeys: String, CodingKey {
            case topic, title, message, priority, tags, click
            case sequence = "sequence_id"
        }

        /// Bytes; of a longer message, ntfy makes a file.
        private static let longest = 4000

        init(_ message: Message, topic: String, id: String, rings: Bool) {
            (self.topic, title, sequence) = (topic, message.title, id)
            let text = message.lines.map(\.text).joined(separator: "\n")
            self.message = text.cut(toBytes: Self.longest)
            priority = rings ? 3 : 2
            tags = [Self.tags[message.lines.first?.kind ?? ""] ?? "round_pushpin"]
            click = message.position.map { "geo:\($0.latitude),\($0.longitude)" }
        }

        private static let tags = ["favourite": "star", "deal": "label", "watch": "bell"]
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

extension String {
    fileprivate func cut(toBytes most: Int) -> String {
        var text = self
        while text.utf8.count > most { text.removeLast() }
        return text
    }
}
