/// A phone's connection to a broker (MQTT 3.1.1), for the thread that waits for its answers.
final class BlockingPublisher {
    private let connection: BlockingConnection
    private var last: UInt16 = 0

    /// `port`: of this machine. `nil` if nobody listens, or it does not let us in.
    init?(port: Int, clientID: String) {
        guard let connection = BlockingConnection(port: port) else { return nil }
        self.connection = connection
        // A session that ends with the connection; no keep-alive.
        let connect = Self.packet(
            0x10, [Self.text("MQTT"), [4, 0b10, 0, 0], Self.text(clientID)].flatMap(\.self))
        guard connection.sends(connect), connection.hear()?.elementsEqual([0x20, 2, 0, 0]) == true
        else { return nil }
    }

    /// Publishes all with QoS 1. Returns how many of them, from the first on, are acknowledged: fewer
    /// if the connection ends.
    func publish(_ payloads: ArraySlice<String>, to topic: String) -> Int {
        var packets: [UInt8] = []
        for payload in payloads {
            last = last == .max ? 1 : last + 1
            packets += Self.packet(
                0x32, Self.text(topic) + [UInt8(last >> 8), UInt8(last & 255)] + payload.utf8)
        }
        // What is acknowledged of what was sent is heard even if not all could be sent.
        _ = connection.sends(packets)
        var heard = 0
        // Each acknowledgement has four bytes, and they come in order.
        while heard < payloads.count * 4, let bytes = connection.hear() { heard += bytes.count }
        return heard / 4
    }

    private static func packet(_ first: UInt8, _ body: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        var rest = body.count
        repeat {
            length.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        return [first] + length + body
    }

    private static func text(_ text: String) -> [UInt8] {
        let count = text.utf8.count
        return [UInt8(count >> 8), UInt8(count & 255)] + text.utf8
    }
}
