/// How something went, as packets say it (MQTT 5, 2.4).
struct ReasonCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    var rawValue: UInt8

    static let success = ReasonCode(rawValue: 0x00)
    static let disconnectWithWill = ReasonCode(rawValue: 0x04)
    static let malformedPacket = ReasonCode(rawValue: 0x81)
    static let protocolError = ReasonCode(rawValue: 0x82)
    static let unsupportedVersion = ReasonCode(rawValue: 0x84)
    static let badClientID = ReasonCode(rawValue: 0x85)
    static let badPassword = ReasonCode(rawValue: 0x86)
    static let notAuthorized = ReasonCode(rawValue: 0x87)
    static let sessionTakenOver = ReasonCode(rawValue: 0x8E)
    static let badTopicFilter = ReasonCode(rawValue: 0x8F)
    static let badTopicName = ReasonCode(rawValue: 0x90)
    static let packetTooLarge = ReasonCode(rawValue: 0x95)
    static let retainNotSupported = ReasonCode(rawValue: 0x9A)
    static let qualityNotSupported = ReasonCode(rawValue: 0x9B)
    /// As brokers say it that speak MQTT 3 alone (MQTT 3.1.1, 3.2.2.3).
    static let unsupportedVersionOf3 = ReasonCode(rawValue: 0x01)

    var isRefusal: Bool { rawValue >= 0x80 }

    private static let words: [UInt8: String] = [
        0x01: "it does not speak MQTT 5", 0x80: "it does not say why",
        0x81: "it finds a packet malformed", 0x82: "it finds that we break the rules",
        0x83: "it does not do that", 0x84: "it does not speak MQTT 5",
        0x85: "it does not take the client id", 0x86: "wrong user name or password",
        0x87: "it does not allow that", 0x88: "it is not available", 0x89: "it is busy",
        0x8A: "it has banned us", 0x8B: "it is shutting down", 0x8C: "another way to sign in",
        0x8D: "it has not heard of us for too long",
        0x8E: "another client with the same client id has taken the session over",
        0x8F: "it does not take the topic filter", 0x90: "it does not take the topic",
        0x93: "it was sent too much at once", 0x95: "too large for it", 0x96: "too much for it",
        0x97: "a quota is exceeded", 0x98: "an administrator has ended it",
        0x99: "the payload has another format", 0x9A: "it keeps nothing (retain)",
        0x9B: "it does not take this quality of service", 0x9C: "use another server",
        0x9D: "the server has moved", 0x9F: "too many connections",
        0xA0: "the time of connections is limited",
    ]

    var description: String { Self.words[rawValue] ?? "reason \(rawValue)" }
}
