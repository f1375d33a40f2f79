/// Why what the broker has sent is not MQTT 5, or not for us.
struct PacketFault: Error, Hashable, CustomStringConvertible {
    /// What is sent with the farewell (MQTT 5, 2.4).
    var reason: ReasonCode
    var description: String

    static func malformed(_ what: String) -> PacketFault {
        PacketFault(reason: .malformedPacket, description: "what it sends is no MQTT 5: \(what)")
    }

    static func unexpected(_ what: String) -> PacketFault {
        PacketFault(reason: .protocolError, description: "it breaks the rules of MQTT 5: \(what)")
    }
}
