import Glibc
import Posix

/// A connection to a port of this machine.
final class LocalClient: Sendable {
    private let descriptor: Int32

    init(port: Int) throws { descriptor = try connectToLoopback(port) }

    deinit { close(descriptor) }

    func send(_ text: String) { _ = sends(text) }

    /// Sends it; `false` if the other end is closed.
    func sends(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) >= 0
    }

    /// The end of what it hears, up to `end` and a little more perhaps; if that never comes, up to
    /// the end of all.
    func hear(until end: String) async throws -> String {
        var heard: [UInt8] = []
        while true {
            try await eventually { isReadable(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            heard = heard.suffix(4096) + bytes.prefix(max(0, count))
            let text = String(decoding: heard, as: UTF8.self)
            if count <= 0 || text.has(end) { return text }
        }
    }
}

/// A connection to a port of this machine.
func connectToLoopback(_ port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let status = withUnsafeBytes(of: &address) { bytes in
        connect(
            descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
            socklen_t(bytes.count))
    }
    guard status == 0 else {
        defer { close(descriptor) }
        throw Errno.current
    }
    return descriptor
}
