/// What a person wants to be told, and how. This is `/api/settings`.
package struct PersonSettings: Codable, Hashable, Sendable {
    package var ways = Ways()
    /// When nothing rings; `nil`: never.
    package var quiet: QuietHours?
    /// Of `enter`, `dwell` and `exit`, those that are told of the person's own devices. Arrivals of
    /// others are told whatever stands here.
    package var transitions = ["enter"]
    /// The kinds of regions that are told (`favourite`, `deal`, …); `nil`: all.
    package var kinds: [String]?

    package init() {}

    package struct Ways: Codable, Hashable, Sendable {
        /// Whether the page rings. It lists messages in any case.
        package var page = true
        package var ntfy: Topic?
        /// Whether messages go to `geofenced/messages/PERSON` at the broker.
        package var mqtt = false

        package init() {}
    }

    /// A topic at an ntfy server.
    package struct Topic: Codable, Hashable, Sendable {
        /// The address of the server, as gateway.toml has it.
        package var server: String
        package var topic: String

        package init(server: String, topic: String) {
            (self.server, self.topic) = (server, topic)
        }
    }

    /// Members that are missing have their defaults.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let defaults = PersonSettings()
        ways = try members.decodeIfPresent(Ways.self, forKey: .ways) ?? defaults.ways
        quiet = try members.decodeIfPresent(QuietHours.self, forKey: .quiet)
        transitions =
            try members.decodeIfPresent([String].self, forKey: .transitions) ?? defaults.transitions
        kinds = try members.decodeIfPresent([String].self, forKey: .kinds)
    }
}

extension PersonSettings.Ways {
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        page = try members.decodeIfPresent(Bool.self, forKey: .page) ?? true
        ntfy = try members.decodeIfPresent(PersonSettings.Topic.self, forKey: .ntfy)
        mqtt = try members.decodeIfPresent(Bool.self, forKey: .mqtt) ?? false
    }
}
