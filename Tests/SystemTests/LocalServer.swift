import Glibc
import Posix
import TestSupport

/// Listens at a port of this machine, as gpsd does, or a receiver that gpsd reads, or a daemon.
final class LocalServer: Sendable {
    /// 0 if it has none.
    let port: Int
    private let descriptor: Int32

    /// At a port that was free.
    init() throws { (descriptor, port) = try listenOnLoopback() }

    init(port: Int) throws {
        self.port = port
        descriptor = try TCPAddress("127.0.0.1:\(port)")!.listen()
    }

    /// Listens at a socket in the file system.
    init(path: String) throws {
        descriptor = try SocketPath(path).listen()
        port = 0
    }

    deinit { close(descriptor) }

    /// The next who connects.
    func accept() async throws -> Guest {
        try await readable(descriptor)
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
            try await readable(descriptor)
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }
}
