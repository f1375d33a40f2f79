import NIOCore

/// The properties of a packet (MQTT 5, 2.2.2), without those that nobody here asks for.
struct PacketProperties: Hashable, Sendable {
    /// Those that are read or written here.
    enum Name: UInt8 {
        case contentType = 0x03
        case sessionExpiry = 0x11
        case serverKeepAlive = 0x13
        case reason = 0x1F
        case receiveMaximum = 0x21
        case topicAlias = 0x23
        case maximumQuality = 0x24
        case isRetainAvailable = 0x25
        case maximumPacketSize = 0x27
    }

    private var numbers: [Name: UInt32] = [:]
    private var texts: [Name: String] = [:]

    init() {}

    func number(_ name: Name) -> UInt32? { numbers[name] }
    func text(_ name: Name) -> String? { texts[name] }

    /// How the value of a property is written.
    private enum Form {
        case byte, two, four, variable, bytes, pair
    }

    private static func form(of identifier: UInt8) -> Form? {
        switch identifier {
        case 0x01, 0x17, 0x19, 0x24, 0x25, 0x28, 0x29, 0x2A: .byte
        case 0x13, 0x21, 0x22, 0x23: .two
        case 0x02, 0x11, 0x18, 0x27: .four
        case 0x0B: .variable
        case 0x03, 0x08, 0x09, 0x12, 0x15, 0x16, 0x1A, 0x1C, 0x1F: .bytes
        case 0x26: .pair
        default: nil
        }
    }

    /// Reads the length and as many bytes. Of a property that comes twice, the last counts.
    init(from packet: inout ByteBuffer) throws(PacketFault) {
        let length = try packet.readVariable()
        guard length > 0 else { return }
        guard var all = packet.readSlice(length: length) else {
            throw .malformed("the properties are longer than their packet")
        }
        while let identifier = all.readInteger(as: UInt8.self) {
            guard let form = Self.form(of: identifier) else {
                throw .malformed("there is no property \(identifier)")
            }
            let name = Name(rawValue: identifier)
            switch form {
            case .byte: try set(name, all.readInteger(as: UInt8.self))
            case .two: try set(name, all.readInteger(as: UInt16.self))
            case .four: try set(name, all.readInteger(as: UInt32.self))
            case .variable: _ = try all.readVariable()
            case .bytes:
                let text = try all.readText()
                if let name { texts[name] = text }
            case .pair:
                _ = try all.readText()
                _ = try all.readText()
            }
        }
    }

    private mutating func set(
        _ name: Name?, _ number: (some FixedWidthInteger)?
    ) throws(PacketFault) {
        guard let number else { throw .malformed("a property is cut off") }
        if let name { numbers[name] = UInt32(number) }
    }
}

extension ByteBuffer {
    /// A whole number of 1 to 4 bytes (1.5.5).
    mutating func readVariable() throws(PacketFault) -> Int {
        var (value, shift) = (0, 0)
        while shift < 28 {
            guard let byte = readInteger(as: UInt8.self) else { throw .malformed("it is cut off") }
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw .malformed("a length has more than four bytes")
    }

    /// `value`: below 2^28.
    mutating func writeVariable(_ value: Int) {
        var rest = value
        repeat {
            let byte = UInt8(rest & 0x7F)
            rest >>= 7
            writeInteger(rest > 0 ? byte | 0x80 : byte)
        } while rest > 0
    }

    /// Text with its length in front. Bytes that are no UTF-8 are replaced: a broker may pass on what a
    /// phone has made up, and would send it again for ever.
    mutating func readText() throws(PacketFault) -> String {
        guard let length = readInteger(as: UInt16.self),
            let bytes = readSlice(length: Int(length))
        else { throw .malformed("a text is cut off") }
        return String(buffer: bytes)
    }

    /// Bytes with their number in front: at most 65,535, the rest is left out.
    mutating func writeCounted(_ bytes: some Collection<UInt8>) {
        let bytes = bytes.prefix(Int(UInt16.max))
        writeInteger(UInt16(bytes.count))
        writeBytes(bytes)
    }
}
