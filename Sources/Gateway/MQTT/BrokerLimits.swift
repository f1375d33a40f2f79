/// What a broker takes, as it says when it lets us in (MQTT 5, 3.2.2.3).
struct BrokerLimits {
    /// Publications of QoS 1 before they are acknowledged.
    var underWay = Int(UInt16.max)
    /// Bytes.
    private var packet = Int(UInt32.max)
    private var quality: UInt8 = 2
    private var keepsRetained = true
    /// Seconds without traffic until we ask whether it is there.
    var keepAlive = 30

    init() {}

    /// `keepAlive`: what we have asked for.
    init(_ properties: PacketProperties, keepAlive: Int) {
        func number(_ name: PacketProperties.Name, _ usual: Int) -> Int {
            properties.number(name).map(Int.init) ?? usual
        }
        underWay = max(1, number(.receiveMaximum, underWay))
        packet = number(.maximumPacketSize, packet)
        quality = UInt8(clamping: number(.maximumQuality, Int(quality)))
        keepsRetained = number(.isRetainAvailable, 1) == 1
        self.keepAlive = max(1, min(number(.serverKeepAlive, keepAlive), keepAlive))
    }

    /// Throws `MQTTError.refused` if the broker would refuse it, or end the connection.
    func check(_ publication: MQTTPublication) throws(MQTTError) {
        let topic = publication.topic.utf8
        if topic.isEmpty || topic.count > Int(UInt16.max) || topic.contains(where: \.isNoTopic) {
            throw refused(.badTopicName)
        }
        let type = publication.contentType?.utf8.count ?? 0
        // With the most that the rest of a packet needs.
        if topic.count + type + publication.payload.count + 24 > packet {
            throw refused(.packetTooLarge)
        }
        if publication.quality.rawValue > quality { throw refused(.qualityNotSupported) }
        if publication.isRetained, !keepsRetained { throw refused(.retainNotSupported) }
    }

    private func refused(_ reason: ReasonCode) -> MQTTError {
        .refused(code: reason.rawValue, "\(reason)")
    }
}

extension UInt8 {
    /// Whether no topic may have it: that of a publication has no wildcards.
    fileprivate var isNoTopic: Bool {
        self == 0 || self == UInt8(ascii: "+") || self == UInt8(ascii: "#")
    }
}
