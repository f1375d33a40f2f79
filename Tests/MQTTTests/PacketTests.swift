import NIOCore
import TestSupport
import Testing

@testable import MQTT

@Suite struct PacketTests {
    private static func bytes(_ packet: OutgoingPacket) -> [UInt8] {
        var buffer = ByteBuffer()
        packet.write(to: &buffer)
        return Array(buffer.readableBytesView)
    }

    private static func read(_ bytes: [UInt8], largest: Int = 1000) throws -> IncomingPacket? {
        var buffer = ByteBuffer(bytes: bytes)
        return try IncomingPacket.read(from: &buffer, largest: largest)
    }

    // What MQTT 5 has in its figures, written out.

    @Test func `CONNECT keeps the session`() {
        let broker = MQTTBroker(host: "h", port: 1883, isSecure: false, clientID: "me")
        #expect(
            Self.bytes(.connect(broker, password: nil)) == [
                0x10, 0x1C, 0, 4, 0x4D, 0x51, 0x54, 0x54, 5, 0, 0, 30,
                // 13 bytes of properties: session expiry, receive maximum, largest packet.
                13, 0x11, 255, 255, 255, 255, 0x21, 1, 0xF4, 0x27, 0, 0x20, 0, 0,
                0, 2, 0x6D, 0x65,
            ])
    }

    @Test func `CONNECT has a will, a name and a password`() {
        var broker = MQTTBroker(host: "h", port: 1883, isSecure: false, clientID: "")
        broker.username = "u"
        broker.will = MQTTPublication(topic: "t", payload: [7], isRetained: true)
        let bytes = Self.bytes(.connect(broker, password: [8, 9]))
        #expect(bytes[9] == 0xEC)
        #expect(
            bytes.suffix(16) == [0, 0, 0, 0, 1, 0x74, 0, 1, 7, 0, 1, 0x75, 0, 2, 8, 9])
    }

    @Test func `SUBSCRIBE asks for QoS 1, what is kept if it is new, and nothing of ours`() {
        #expect(
            Self.bytes(.subscribe(["a/+", "b"], id: 0x102))
                == [0x82, 13, 1, 2, 0, 0, 3, 0x61, 0x2F, 0x2B, 0x15, 0, 1, 0x62, 0x15])
    }

    @Test(arguments: [
        (MQTTQuality.atLeastOnce, false, UInt8(0x32)), (.atLeastOnce, true, 0x33),
        (.atMostOnce, false, 0x30), (.atMostOnce, true, 0x31),
    ])
    func `PUBLISH says how surely, and whether it is kept`(
        quality: MQTTQuality, isRetained: Bool, head: UInt8
    ) throws {
        let publication = MQTTPublication(
            topic: "t", payload: [1, 2], quality: quality, isRetained: isRetained,
            contentType: "x")
        let id: UInt16? = quality == .atLeastOnce ? 5 : nil
        let identifier: [UInt8] = id == nil ? [] : [0, 5]
        let rest: [UInt8] = [0, 1, 0x74] + identifier + [4, 3, 0, 1, 0x78, 1, 2]
        #expect(
            Self.bytes(.publish(publication, id: id)) == [head, UInt8(rest.count)] + rest)
        // What is published comes as it was.
        let packet = try Self.read([head, UInt8(rest.count)] + rest)
        #expect(packet == .publication(publication, id: id))
    }

    @Test func `short packets`() {
        #expect(Self.bytes(.acknowledge(id: 0xFFFE)) == [0x40, 2, 0xFF, 0xFE])
        #expect(Self.bytes(.ping) == [0xC0, 0])
        #expect(Self.bytes(.disconnect(.protocolError)) == [0xE0, 1, 0x82])
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455])
    func `lengths`(value: Int) throws {
        var buffer = ByteBuffer()
        buffer.writeVariable(value)
        let read = try buffer.readVariable()
        #expect(read == value)
        #expect(buffer.readableBytes == 0)
    }

    @Test(arguments: [
        ([0x20, 3, 1, 0, 0], IncomingPacket.answer(.success, hasSession: true, .init())),
        // As a broker that speaks MQTT 3 alone has it.
        ([0x20, 2, 0, 1], .answer(.unsupportedVersionOf3, hasSession: false, .init())),
        ([0x40, 2, 0, 9], .acknowledgement(id: 9, .success, text: nil)),
        ([0x40, 3, 0, 9, 0x10], .acknowledgement(id: 9, ReasonCode(rawValue: 0x10), text: nil)),
        (
            [0x40, 9, 0, 9, 0x87, 5, 0x1F, 0, 2, 0x6E, 0x6F],
            .acknowledgement(id: 9, .notAuthorized, text: "no")
        ),
        ([0x90, 5, 0, 1, 0, 1, 0x87], .subscribed(id: 1, [.init(rawValue: 1), .notAuthorized])),
        ([0xD0, 0], .pong),
        ([0xE0, 0], .farewell(.success, text: nil)),
        ([0xE0, 1, 0x8E], .farewell(.sessionTakenOver, text: nil)),
        ([0xE0, 2, 0x8E, 0], .farewell(.sessionTakenOver, text: nil)),
    ])
    func `what a broker sends`(bytes: [Int], packet: IncomingPacket) throws {
        let read = try Self.read(bytes.map { UInt8($0) })
        #expect(read == packet)
    }

    @Test func `what the broker can take`() throws {
        let packet = try Self.read(
            [0x20, 17, 0, 0, 14, 0x21, 0, 20, 0x24, 1, 0x25, 0, 0x27, 0, 0, 0, 100, 0x13, 0, 7]
                .map { UInt8($0) }.withLength)
        guard case .answer(_, _, let properties) = packet else {
            Issue.record("\(String(describing: packet))")
            return
        }
        let limits = BrokerLimits(properties, keepAlive: 30)
        #expect(limits.underWay == 20)
        #expect(limits.keepAlive == 7)
        func code(_ publication: MQTTPublication) -> UInt8? {
            do {
                try limits.check(publication)
                return nil
            } catch {
                guard case .refused(let code, _) = error else { return 0 }
                return code
            }
        }
        #expect(code(MQTTPublication(topic: "t", payload: [1])) == nil)
        #expect(code(MQTTPublication(topic: "t", payload: [1], isRetained: true)) == 0x9A)
        #expect(code(MQTTPublication(topic: "t", payload: .init(repeating: 0, count: 90))) == 0x95)
        for topic in ["", "a/+", "#", "a\u{0}"] {
            #expect(code(MQTTPublication(topic: topic, payload: [])) == 0x90)
        }
    }

    @Test(arguments: [
        ([0x21, 3, 0, 0, 0], "it breaks the rules of MQTT 5: a packet begins with 33"),
        ([0x00, 0], "it breaks the rules of MQTT 5: a packet begins with 0"),
        ([0x20, 1, 0], "what it sends is no MQTT 5: the answer to CONNECT is wrong"),
        ([0x20, 3, 2, 0, 0], "what it sends is no MQTT 5: the answer to CONNECT is wrong"),
        ([0x20, 4, 0, 0, 1, 0x7F], "what it sends is no MQTT 5: there is no property 127"),
        ([0x20, 4, 0, 0, 1, 0x13], "what it sends is no MQTT 5: a property is cut off"),
        (
            [0x20, 4, 0, 0, 9, 0x13],
            "what it sends is no MQTT 5: the properties are longer than their packet"
        ),
        ([0x40, 1, 0], "what it sends is no MQTT 5: a packet has no identifier"),
        ([0x32, 5, 0, 1, 0x74, 0, 0], "what it sends is no MQTT 5: a packet has no identifier"),
        ([0x30, 3, 0, 9, 0x74], "what it sends is no MQTT 5: a text is cut off"),
        (
            [0x34, 6, 0, 1, 0x74, 0, 1, 0],
            "it breaks the rules of MQTT 5: it publishes with QoS 2 or 3"
        ),
        ([0x30, 3, 0, 0, 0], "it breaks the rules of MQTT 5: it uses aliases of topics"),
        (
            [0x30, 7, 0, 1, 0x74, 3, 0x23, 0, 1],
            "it breaks the rules of MQTT 5: it uses aliases of topics"
        ),
        ([0x30, 0xFF, 0xFF, 0xFF, 0x7F], "it sends 268435455 bytes in one packet"),
        (
            [0x30, 0xFF, 0xFF, 0xFF, 0xFF],
            "what it sends is no MQTT 5: a length has more than four bytes"
        ),
    ])
    func `what is not MQTT`(bytes: [Int], fault: String) {
        #expect {
            try Self.read(bytes.map { UInt8($0) })
        } throws: { error in
            "\(error)" == fault
        }
    }

    @Test func `a topic that is no UTF-8 is read in any case`() throws {
        let packet = try Self.read([0x30, 5, 0, 2, 0xFF, 0x2F, 0])
        #expect(
            packet
                == .publication(
                    MQTTPublication(topic: "\u{FFFD}/", payload: [], quality: .atMostOnce), id: nil)
        )
    }

    @Test func `a packet is read once it is there`() throws {
        let whole = Self.bytes(
            .publish(
                MQTTPublication(topic: "topic", payload: .init(repeating: 1, count: 200)), id: 1))
        for count in 0..<whole.count {
            let read = try Self.read(Array(whole.prefix(count)))
            #expect(read == nil)
        }
        var both = ByteBuffer(bytes: whole + whole)
        let first = try IncomingPacket.read(from: &both, largest: 1000)
        let second = try IncomingPacket.read(from: &both, largest: 1000)
        #expect(first != nil && first == second)
        #expect(both.readableBytes == 0)
    }

    @Test func `whatever comes is a packet, a part of one, or a fault`() {
        var random = SplitMix64(seed: 5)
        let heads: [UInt8] = [0x20, 0x30, 0x32, 0x40, 0x90, 0xD0, 0xE0]
        var packets = 0
        for _ in 0..<100_000 {
            var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random)
                    : UInt8.random(in: 0...4, using: &random)
            }
            if let head = heads.randomElement(using: &random), !bytes.isEmpty { bytes[0] = head }
            if bytes.count > 1 { bytes[1] = UInt8(bytes.count - 2) }
            var buffer = ByteBuffer(bytes: bytes)
            while let packet = try? IncomingPacket.read(from: &buffer, largest: 1000) {
                packets += 1
                if case .publication(let publication, _) = packet {
                    #expect(!publication.topic.isEmpty)
                }
            }
        }
        // The bytes are near enough to what is sent.
        #expect(packets > 10_000)
    }
}

extension [UInt8] {
    /// With the length that follows its head made right.
    fileprivate var withLength: [UInt8] {
        var all = self
        all[1] = UInt8(count - 2)
        all[4] = UInt8(count - 5)
        return all
    }
}
