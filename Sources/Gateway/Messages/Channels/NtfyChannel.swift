import Posix

/// A topic at an ntfy server, which phones subscribe to.
package struct NtfyChannel: MessageChannel {
    package var name: String { "ntfy" }
    /// Those that people may choose.
    private let servers: [Server]
    private let sender: HTTPSender

    /// A server, as the configuration has it.
    package struct Server: Hashable, Sendable {
        /// `https://ntfy.example`
        package var url: String
        /// The path of a file with a token (`tk_…`), which is read each time; `nil` where everybody
        /// may publish.
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

    static func parts(_ target: String) -> (server: String, topic: String) {
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
        let publication = NtfyPublication(message, topic: topic, id: id, rings: rings)
        var request = try publication.request(to: url)
        do {
            if let file = server.tokenFile { try request.authorize(byTokenIn: file) }
        } catch {
            return .later("\(error)")
        }
        return try await sender.deliver(request, at: target, access: server.remedy)
    }
}

extension NtfyChannel.Server {
    /// What to do when the server does not let us in.
    fileprivate var remedy: String {
        guard let tokenFile else { return "give the server a token_file in gateway.toml" }
        return "put a token that may publish into \(tokenFile)"
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
