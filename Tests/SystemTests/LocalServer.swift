import Glibc
import Posix

/// Listens at a port of this machine, as gpsd does, or a receiver that gpsd reads, or a daemon.
final class LocalServer: Sendable {
    /// 0 if it has none.
    let port: Int
    private let descriptor: Int32

    /// `port` 0: any that is free.
    init(port: Int = 0) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutableBytes(of: &address) { bytes in
            let address = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
            return bind(descriptor, address, length) | listen(descriptor, 16)
                | getsockname(descriptor, address, &length)
        }
        guard status == 0 else { throw Errno.current }
        self.descriptor = descriptor
        self.port = Int(in_port_t(bigEndian: address.sin_port))
    }

    /// Listens at a socket in the file system.
    init(path: String) throws {
        descriptor = try SocketPath(path).listen()
        port = 0
    }

    deinit { close(descriptor) }

    /// A port where nobody listens.
    static func freePort() throws -> Int { try LocalServer().port }

    /// The next who connects.
    func accept() async throws -> Guest {
        try await eventually { isReadable(descriptor) }
        let guest = Glibc.accept(descriptor, nil, nil)
        guard guest >= 0 else { throw Errno.current }
        return Guest(guest)
    }

    final class Guest: Sendable {
        private let descriptor: Int32

        fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { close(descriptor) }

        func send(_ text: String) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if sent <= 0 { return }
                rest = rest.dropFirst(sent)
            }
        }

        func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        /// All that it says until it hangs up.
        func rest() async throws -> String {
            var all = ""
            while case let more = try await hear(), !more.isEmpty { all += more }
            return all
        }

        /// What it says, once it does; nothing at the end.
        func hear() async throws -> String {
            try await eventually { isReadable(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }
}
