/// The last notice that a listener has had.
package struct ListenerCursor: Codable, Hashable, Sendable {
    /// Its number; 0 is before the first.
    package var after: Int
    /// The id of its log; `nil` as long as only the number is known.
    package var log: String?

    package init(after: Int, log: String? = nil) {
        (self.after, self.log) = (after, log)
    }
}

/// Where a listener begins.
package enum NoticeStart: Hashable, Sendable {
    case now
    case after(ListenerCursor)
    /// With what was written down from then on, by the daemon's clock (ISO 8601, UTC).
    case since(String)
}

/// The line that a listener sends to the daemon.
struct NoticeRequest: Encodable {
    var start: NoticeStart
    /// `nil`: all of them.
    var transitions: [String]?
    /// Empty: all of them.
    var kinds: [String]
    /// Empty: all of them.
    var devices: [String]

    private enum Key: CodingKey { case after, since, transitions, kinds, devices }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        switch start {
        case .now: try object.encode("now", forKey: .after)
        case .after(let point): try point.encode(to: encoder)
        case .since(let time): try object.encode(time, forKey: .since)
        }
        try object.encodeIfPresent(transitions, forKey: .transitions)
        if !kinds.isEmpty { try object.encode(kinds, forKey: .kinds) }
        // A daemon that knows of no devices refuses the member.
        if !devices.isEmpty { try object.encode(devices, forKey: .devices) }
    }
}
