import Glibc
import Posix
import TestSupport

/// A connection to a port of this machine.
final class LocalClient: Sendable {
    private let descriptor: Int32

    init(port: Int) throws { descriptor = try connectToLoopback(port) }

    deinit { close(descriptor) }

    /// Whether something has come, or the end.
    var hasHeard: Bool { isReadable(descriptor) }

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
            try await readable(descriptor, after: heard)
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            heard = heard.suffix(4096) + bytes.prefix(max(0, count))
            let text = String(decoding: heard, as: UTF8.self)
            if count <= 0 || text.has(end) { return text }
        }
    }
}
