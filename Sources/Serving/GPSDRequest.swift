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

/// Cuts what a client sends into requests, which end with a semicolon or a line end.
struct RequestFramer {
    struct TooLong: Error {}

    /// Bytes; requests of known clients have some dozens.
    static let longest = 4096

    private var unfinished: [UInt8] = []
    private var isQuoted = false
    private var isEscaped = false

    /// The requests that `bytes` complete, without blanks around them.
    mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [String] {
        var requests: [String] = []
        for byte in bytes {
            let isEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: ";") && !isQuoted
            if isEnd {
                let text = String(decoding: unfinished, as: UTF8.self).withoutBlanks
                if !text.isEmpty { requests.append(text) }
                unfinished.removeAll(keepingCapacity: true)
                (isQuoted, isEscaped) = (false, false)
                continue
            }
            guard unfinished.count < Self.longest else { throw TooLong() }
            unfinished.append(byte)
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return requests
    }
}

extension String {
    fileprivate var withoutBlanks: String {
        func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
        let start = drop(while: isBlank)
        return String(start.reversed().drop(while: isBlank).reversed())
    }
}
