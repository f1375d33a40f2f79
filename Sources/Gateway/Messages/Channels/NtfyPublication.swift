import APIClient

/// What is published at an ntfy server, as it takes it (docs.ntfy.sh, *Publish as JSON*).
struct NtfyPublication: Encodable {
    var topic: String
    var title: String
    var message: String
    /// 3 is its default; 2 makes no sound.
    var priority: Int
    /// Names of emojis.
    var tags: [String]
    /// What a tap opens.
    var click: String?
    /// Buttons; `nil` is none.
    var actions: [Action]?
    /// Servers from 2.16 on show one notification for all that have the same.
    var sequence: String

    /// A button that opens a URL.
    struct Action: Encodable {
        let action = "view"
        var label: String
        var url: String

        enum CodingKeys: String, CodingKey { case action, label, url }
    }

    enum CodingKeys: String, CodingKey {
        case topic, title, message, priority, tags, click, actions
        case sequence = "sequence_id"
    }

    /// Bytes; of a longer message, ntfy makes a file.
    private static let longest = 4000

    /// `kind`: of the region. `id`: the same for each attempt.
    init(
        topic: String, title: String, message: String, rings: Bool, kind: String,
        at position: Message.Position?, id: String
    ) {
        (self.topic, self.title, sequence) = (topic, title, id)
        self.message = message.cut(toBytes: Self.longest)
        priority = rings ? 3 : 2
        tags = [Self.tags[kind] ?? "round_pushpin"]
        click = position.map { "geo:\($0.latitude),\($0.longitude)" }
    }

    /// `url`: of the server, without a slash at its end.
    func request(to url: String) throws -> HTTPRequest {
        HTTPRequest(
            post: try jsonBytes, to: "\(url)/",
            headers: [
                .init("Content-Type", "application/json"), .init("X-Sequence-ID", sequence),
            ])
    }

    private static let tags = ["favourite": "star", "deal": "label", "watch": "bell"]
}

extension String {
    fileprivate func cut(toBytes most: Int) -> String {
        var text = self
        while text.utf8.count > most { text.removeLast() }
        return text
    }
}
