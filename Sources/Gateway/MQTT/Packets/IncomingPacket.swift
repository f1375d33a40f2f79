import NIOCore

/// What a broker sends.
enum IncomingPacket: Hashable, Sendable {
    /// CONNACK
    case answer(ReasonCode, hasSession: Bool, PacketProperties)
    /// PUBLISH; `id`: of QoS 1.
    case publication(MQTTPublication, id: UInt16?)
    /// PUBACK
    case acknowledgement(id: UInt16, ReasonCode, text: String?)
    /// SUBACK; one reason for each filter.
    case subscribed(id: UInt16, [ReasonCode])
    /// PINGRESP
    case pong
    /// DISCONNECT
    case farewell(ReasonCode, text: String?)

    /// Takes the next packet off `buffer`; `nil` if it has not come completely.
    ///
    /// `largest`: bytes that a packet may have.
    static func read(
        from buffer: inout ByteBuffer, largest: Int
    ) throws(PacketFault) -> IncomingPacket? {
        var rest = buffer
        guard let head = rest.readInteger(as: UInt8.self) else { return nil }
        guard heads.contains(head) else { throw .unexpected("a packet begins with \(head)") }
        let first = rest.readableBytesView.prefix(4)
        // The length has not come completely.
        if first.count < 4, first.allSatisfy({ $0 >= 0x80 }) { return nil }
        let length = try rest.readVariable()
        guard length <= largest else {
            throw PacketFault(
                reason: .packetTooLarge, description: "it sends \(length) bytes in one packet")
        }
        guard var body = rest.readSlice(length: length) else { return nil }
        buffer = rest
        return try IncomingPacket(head, &body)
    }

    private static let heads: Set<UInt8> = Set(0x30...0x3F).union([0x20, 0x40, 0x90, 0xD0, 0xE0])

    private init(_ head: UInt8, _ body: inout ByteBuffer) throws(PacketFault) {
        switch head {
        case 0x20: try self.init(answer: &body)
        case 0x30...0x3F: try self.init(publication: &body, flags: head & 0x0F)
        case 0x40:
            let id = try body.readIdentifier()
            let (reason, text) = try body.readReason()
            self = .acknowledgement(id: id, reason, text: text)
        case 0x90:
            let id = try body.readIdentifier()
            _ = try PacketProperties(from: &body)
            self = .subscribed(id: id, body.readableBytesView.map { ReasonCode(rawValue: $0) })
        case 0xD0: self = .pong
        case 0xE0:
            let (reason, text) = try body.readReason()
            self = .farewell(reason, text: text)
        // `heads` has no other.
        default: throw .unexpected("a packet begins with \(head)")
        }
    }

    private init(answer body: inout ByteBuffer) throws(PacketFault) {
        guard let flags = body.readInteger(as: UInt8.self),
            let reason = body.readInteger(as: UInt8.self), flags <= 1
        else { throw .malformed("the answer to CONNECT is wrong") }
        // A broker that speaks MQTT 3 alone sends no properties.
        let properties =
            body.readableBytes == 0 ? PacketProperties() : try PacketProperties(from: &body)
        self = .answer(ReasonCode(rawValue: reason), hasSession: flags == 1, properties)
    }

    private init(publication body: inout ByteBuffer, flags: UInt8) throws(PacketFault) {
        guard let quality = MQTTQuality(rawValue: flags >> 1 & 3) else {
            throw .unexpected("it publishes with QoS 2 or 3")
        }
        let topic = try body.readText()
        let id = quality == .atLeastOnce ? try body.readIdentifier() : nil
        let properties = try PacketProperties(from: &body)
        if topic.isEmpty || properties.number(.topicAlias) != nil {
            throw .unexpected("it uses aliases of topics")
        }
        self = .publication(
            MQTTPublication(
                topic: topic, payload: Array(body.readableBytesView), quality: quality,
                isRetained: flags & 1 == 1, contentType: properties.text(.contentType)), id: id)
    }
}

extension ByteBuffer {
    fileprivate mutating func readIdentifier() throws(PacketFault) -> UInt16 {
        guard let id = readInteger(as: UInt16.self), id > 0 else {
            throw .malformed("a packet has no identifier")
        }
        return id
    }

    /// What may be left out: then all is well.
    fileprivate mutating func readReason() throws(PacketFault) -> (ReasonCode, text: String?) {
        guard let reason = readInteger(as: UInt8.self) else { return (.success, nil) }
        guard readableBytes > 0 else { return (ReasonCode(rawValue: reason), nil) }
        let properties = try PacketProperties(from: &self)
        return (ReasonCode(rawValue: reason), properties.text(.reason))
    }
}
