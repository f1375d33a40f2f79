/// Where a gpsd listens, and which of its receivers is wanted.
package struct GPSDAddress: Hashable, Sendable, CustomStringConvertible {
    package var host = "localhost"
    /// From 1 to 65535.
    package var port = 2947
    /// The receiver as gpsd calls it, like `/dev/ttyACM0`; `nil` is any.
    package var device: String?

    /// Whether the host is called `localhost`, which is this machine.
    package var isLocalhost: Bool { host.lowercased() == "localhost" }

    /// `host:port`, for messages.
    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Where gpsd listens unless it is told otherwise, and any receiver.
    package init() {}

    /// `text`: `[HOST[:PORT[:DEVICE]]]`, an IPv6 address in brackets.
    package init(_ text: String) throws(LocationError) {
        var rest = text[...]
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            host = String(rest[..<end].dropFirst())
            rest = rest[rest.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { throw .badHost(text) }
        } else {
            let name = rest.prefix { $0 != ":" }
            guard name.first != "[" else { throw .badHost(text) }
            if !name.isEmpty { host = String(name) }
            rest = rest[name.endIndex...]
        }
        guard Self.isPlain(host), host.utf8.count <= 253 else { throw .badHost(host) }
        let parts = rest.dropFirst().split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if let part = parts.first, !part.isEmpty {
            guard let port = Int(part), (1...65_535).contains(port), part.first != "+" else {
                throw .badPort(String(part))
            }
            self.port = port
        }
        if parts.count > 1, !parts[1].isEmpty {
            let device = String(parts[1])
            // gpsd keeps no longer paths (GPS_PATH_MAX).
            guard Self.isPlain(device), device.utf8.count < 128 else { throw .badDevice(device) }
            self.device = device
        }
    }

    /// Whether JSON has it as it is, without escapes. Names of hosts and devices are like that.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
