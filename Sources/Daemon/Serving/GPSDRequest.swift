import FoundationEssentials
import Posix

/// A request of gpsd's protocol.
enum GPSDRequest: Equatable {
    case version
    case devices
    /// `nil`: the only device there is.
    case device(String?)
    case poll
    /// What follows `=`; `nil`: the client asks how it is.
    case watch(String?)
    /// A request that cannot be understood, and why.
    case wrong(String)

    /// `text`: one request without the semicolon or line end.
    init(_ text: String) {
        let name = text.prefix { $0 != "=" }
        let value = text.count > name.count ? String(text.dropFirst(name.count + 1)) : nil
        if let value, JSONDepth.isUnsafe(value.utf8) {
            self = .wrong("Invalid \(name.dropFirst()): it \(JSONDepth.words)")
            return
        }
        switch (name, value) {
        case ("?VERSION", nil): self = .version
        case ("?DEVICES", nil): self = .devices
        case ("?POLL", nil): self = .poll
        case ("?WATCH", _): self = .watch(value)
        case ("?DEVICE", nil): self = .device(nil)
        case ("?DEVICE", let value?):
            let device = try? JSONDecoder().decode(Device.self, from: Data(value.utf8))
            self = device.map { .device($0.path) } ?? .wrong("Invalid DEVICE: \(value.quoted)")
        default: self = .wrong("Unrecognized request \(text.quoted)")
        }
    }

    private struct Device: Decodable {
        var path: String?
    }
}

/// Cuts what a client sends into requests, which end with a semicolon, a line end, a NUL, or the end of
/// their JSON object: some clients send nothing behind it.
struct RequestFramer {
    struct TooLong: Error {}

    /// Bytes; requests of known clients have some dozens.
    static let longest = 4096

    private var unfinished: [UInt8] = []
    private var isQuoted = false
    private var isEscaped = false
    /// Braces that are open.
    private var depth = 0

    /// The requests that `bytes` complete, without blanks around them.
    mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [String] {
        var requests: [String] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0: end(&requests)
            case UInt8(ascii: ";") where !isQuoted: end(&requests)
            default: try add(byte, &requests)
            }
        }
        return requests
    }

    private mutating func end(_ requests: inout [String]) {
        let text = String(decoding: unfinished, as: UTF8.self).trimmed
        if !text.isEmpty { requests.append(text) }
        unfinished.removeAll(keepingCapacity: true)
        (isQuoted, isEscaped, depth) = (false, false, 0)
    }

    private mutating func add(_ byte: UInt8, _ requests: inout [String]) throws(TooLong) {
        guard unfinished.count < Self.longest else { throw TooLong() }
        unfinished.append(byte)
        let wasEscaped = isEscaped
        isEscaped = byte == UInt8(ascii: "\\") && !wasEscaped
        switch byte {
        case UInt8(ascii: "\"") where !wasEscaped: isQuoted.toggle()
        case UInt8(ascii: "{") where !isQuoted: depth += 1
        case UInt8(ascii: "}") where !isQuoted && depth > 0:
            depth -= 1
            if depth == 0 { end(&requests) }
        default: break
        }
    }
}
