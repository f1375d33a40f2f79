import NIOCore

/// What we send to a broker.
enum OutgoingPacket: Sendable {
    case connect(MQTTBroker, password: [UInt8]?)
    /// With QoS 1.
    case subscribe([String], id: UInt16)
    /// `id`: of QoS 1.
    case publish(MQTTPublication, id: UInt16?)
    /// PUBACK
    case acknowledge(id: UInt16)
    case ping
    case disconnect(ReasonCode)

    /// Bytes of a packet that we take: it is told to the broker.
    static let largestTaken = 2 << 20

    func write(to buffer: inout ByteBuffer) {
        switch self {
        case .connect(let broker, let password):
            buffer.writePacket(0x10) { $0.writeConnect(broker, password) }
        case .subscribe(let filters, let id):
            buffer.writePacket(0x82) { body in
                body.writeInteger(id)
                body.writeVariable(0)
                for filter in filters {
                    body.writeCounted(filter.utf8)
                    // QoS 1, without what we publish ourselves. What is kept comes if the
                    // subscription is new (3.8.3.1).
                    body.writeInteger(UInt8(0x15))
                }
            }
        case .publish(let publication, let id):
            let flags = publication.quality.rawValue << 1 | (publication.isRetained ? 1 : 0)
            buffer.writePacket(0x30 | flags) { body in
                body.writeCounted(publication.topic.utf8)
                if let id { body.writeInteger(id) }
                body.writeProperties { $0.writeContentType(publication.contentType) }
                body.writeBytes(publication.payload)
            }
        case .acknowledge(let id): buffer.writePacket(0x40) { $0.writeInteger(id) }
        case .ping: buffer.writePacket(0xC0) { _ in }
        case .disconnect(let reason):
            buffer.writePacket(0xE0) { $0.writeInteger(reason.rawValue) }
        }
    }
}

extension ByteBuffer {
    /// A packet: its first byte, its length, and what `body` writes.
    fileprivate mutating func writePacket(_ head: UInt8, _ body: (inout ByteBuffer) -> Void) {
        writeInteger(head)
        writeProperties(body)
    }

    /// The length of what `body` writes, and that.
    fileprivate mutating func writeProperties(_ body: (inout ByteBuffer) -> Void) {
        var bytes = ByteBuffer()
        body(&bytes)
        writeVariable(bytes.readableBytes)
        writeBuffer(&bytes)
    }

    fileprivate mutating func writeContentType(_ type: String?) {
        guard let type else { return }
        writeInteger(PacketProperties.Name.contentType.rawValue)
        writeCounted(type.utf8)
    }

    /// MQTT 5, 3.1.2 and 3.1.3.
    fileprivate mutating func writeConnect(_ broker: MQTTBroker, _ password: [UInt8]?) {
        writeCounted("MQTT".utf8)
        writeInteger(UInt8(5))
        var flags: UInt8 = 0
        if broker.username != nil { flags |= 0x80 }
        if password != nil { flags |= 0x40 }
        if let will = broker.will {
            flags |= 0x04 | will.quality.rawValue << 3 | (will.isRetained ? 0x20 : 0)
        }
        writeInteger(flags)
        writeInteger(UInt16(clamping: broker.keepAlive))
        writeProperties { properties in
            properties.writeInteger(PacketProperties.Name.sessionExpiry.rawValue)
            properties.writeInteger(broker.sessionExpiry)
            properties.writeInteger(PacketProperties.Name.receiveMaximum.rawValue)
            properties.writeInteger(broker.receiveMaximum)
            properties.writeInteger(PacketProperties.Name.maximumPacketSize.rawValue)
            properties.writeInteger(UInt32(OutgoingPacket.largestTaken))
        }
        writeCounted(broker.clientID.utf8)
        if let will = broker.will {
            writeProperties { $0.writeContentType(will.contentType) }
            writeCounted(will.topic.utf8)
            writeCounted(will.payload)
        }
        if let username = broker.username { writeCounted(username.utf8) }
        if let password { writeCounted(password) }
    }
}
