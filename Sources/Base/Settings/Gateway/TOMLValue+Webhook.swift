import Formats
import Posix

extension GatewayConfiguration.Webhook {
    /// The keys of a table `[[webhook]]`, in the order to show them.
    package enum Key: String, CaseIterable {
        case url
        case format
        case secretFile = "secret_file"
        case tokenFile = "token_file"
        case devices
        case kinds
        case transitions
    }
}

extension TOMLValue {
    /// Reads `[[webhook]]`. Throws `TOMLError`, or several as `ConfigurationError`.
    func webhooks() throws -> [GatewayConfiguration.Webhook] {
        try tables("[[webhook]]", url: \.url) { try $0.webhook() }
    }

    private func webhook() throws -> GatewayConfiguration.Webhook {
        typealias Webhook = GatewayConfiguration.Webhook
        var table = try TableReading<Webhook.Key>(self)
        let url = table.require(.url, as: "https://HOST/PATH") { try $0.webURL() }
        let format = table.read(.format) { try $0.choice(of: Webhook.Format.self) } ?? .cloudevents
        let secretFile = table.read(.secretFile) { try $0.signingKeyFile() }
        let tokenFile = table.read(.tokenFile) { try $0.tokenFile() }
        let devices = table.read(.devices) { try $0.deviceIDs(orAll: true) }
        let kinds = table.read(.kinds) { try $0.words(of: "kinds of regions") }
        let transitions = table.read(.transitions) { list in
            try list.filledList(of: "transitions").map {
                try $0.choice(of: Webhook.Transition.self)
            }
        }
        if format == .ntfy {
            if let url, !url.endsInTopic {
                table.refuse(.url, "has no topic", use: "https://HOST/TOPIC of an ntfy server")
            }
            table.refuse(.secretFile, "signs nothing that ntfy reads", use: "token_file")
        }
        var webhook = Webhook(url: try table.whole(url))
        (webhook.format, webhook.secretFile, webhook.tokenFile) = (format, secretFile, tokenFile)
        (webhook.devices, webhook.kinds, webhook.transitions) = (devices, kinds, transitions)
        return webhook
    }

    /// `http` or `https`, a host, and a path. Whoever writes it here wants it to be asked, also where
    /// it can be read on its way.
    private func webURL() throws(TOMLError) -> String {
        let wanted = "https://HOST/PATH, without a user, blanks and #"
        let text = try text(wanted)
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let end = text[start...].firstIndex { "/?".contains($0) } ?? text.endIndex
        guard WebOrigin(String(text[..<end])) != nil,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !text.contains(where: { "#\"<>\\^`{|}".contains($0) })
        else { throw error("\(text.quoted) is not a URL of this kind", use: wanted) }
        return text
    }

    /// The path of a file with what is signed with.
    private func signingKeyFile() throws(TOMLError) -> String {
        let path = try path()
        do {
            _ = try SigningKey(file: path)
        } catch {
            throw .refused(location, why: "\(error)")
        }
        return path
    }

    /// Names of at least one.
    private func words(of elements: String) throws(TOMLError) -> [String] {
        var words: [String] = []
        for element in try filledList(of: elements) {
            let word = try element.text("one of \(elements) in quotes")
            if word.isEmpty { throw element.error("is empty", use: "one of \(elements)") }
            words.append(word)
        }
        return words
    }

    private func filledList(of elements: String) throws(TOMLError) -> [TOMLValue] {
        let list = try list(of: elements)
        if list.isEmpty { throw error("is empty", use: "\(elements), or leave it out for all") }
        return list
    }
}

extension String {
    /// Whether the URL is a server's and the name of a topic of ntfy.
    fileprivate var endsInTopic: Bool {
        guard let slash = lastIndex(of: "/") else { return false }
        let topic = self[index(after: slash)...].utf8
        return WebOrigin(String(self[..<slash])) != nil && (1...64).contains(topic.count)
            && topic.allSatisfy { byte in
                switch Character(Unicode.Scalar(byte)) {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                default: false
                }
            }
    }
}
