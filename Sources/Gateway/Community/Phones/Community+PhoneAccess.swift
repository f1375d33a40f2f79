import Posix
import SQLite

/// How phones get in: a token over HTTP, a topic over MQTT.
extension Community {
    /// A new token; the one before is worth nothing from now on. By the owner, or by this machine.
    package func renewToken(of device: String, by caller: Caller) throws -> Secret {
        try change(of: [.phones]) { db, now in
            _ = try db.ownPhone(device, of: caller, at: now)
            let token = Secret()
            try db.run(
                "UPDATE phone SET token = :token, in_address = 0 WHERE device = :device",
                ["token": .bytes(token.hash), "device": .text(device)])
            return token
        }
    }

    /// The token of a phone was in an address. Changes nothing if it has a new one meanwhile.
    package func note(_ token: Secret, inAddressOf device: String) throws {
        try change { db, _ in
            try db.run(
                "UPDATE phone SET in_address = 1 WHERE device = :device AND token = :token",
                ["device": .text(device), "token": .bytes(token.hash)])
        }
    }

    /// Whose token it is; `nil`: nobody's.
    package func phone(withToken token: Secret) throws -> Phone? {
        try read { db, _ in try db.phone(where: "token", is: .bytes(token.hash)) }
    }

    /// Who publishes there; `nil`: no phone that is known.
    package func phone(withTopic topic: String) throws -> Phone? {
        try read { db, _ in try db.phone(where: "topic", is: .text(topic)) }
    }
}

extension Connection {
    /// What a phone publishes to; `nil`: nothing. By this machine, and by an owner who is an admin: a
    /// topic may be that of somebody else's phone. Any owner can take it away.
    func setTopic(_ topic: String?, of device: String, by caller: Caller) throws {
        if let topic {
            try requireAdmin(caller, to: "say what a phone publishes to")
            let other = try phone(where: "topic", is: .text(try topic.checkedTopic("topic")))
            guard other == nil || other?.id == device else {
                throw CommunityError.conflict(
                    "\(topic) is the topic of another phone: use one of its own")
            }
        }
        try run(
            "UPDATE phone SET topic = :topic WHERE device = :device",
            ["topic": SQLValue(topic), "device": .text(device)])
    }
}

extension String {
    /// Bytes of a topic.
    private static let longestTopic = 256

    /// A topic that something is published to (MQTT 5, 4.7), and none of the broker's own.
    fileprivate func checkedTopic(_ field: String) throws -> String {
        guard !isEmpty, utf8.count <= Self.longestTopic, !hasPrefix("$"),
            unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else {
            throw CommunityError.invalid(
                field: field,
                "\(quoted) is no topic: use one as owntracks/anna/phone, "
                    + "of at most \(Self.longestTopic) bytes")
        }
        guard !contains("+"), !contains("#") else {
            throw CommunityError.invalid(
                field: field, "\(quoted) has a + or # in it: name the topic of one phone")
        }
        return self
    }
}
