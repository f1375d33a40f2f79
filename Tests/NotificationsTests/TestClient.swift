import Glibc
import Posix
import Synchronization
import TestSupport

/// A listener as simple as can be: it blocks, on threads that no task of the daemon needs.
final class TestClient: Sendable {
    let descriptor: Int32
    private let unread = Mutex<[UInt8]>([])

    /// Seconds after which a read that yields nothing is given up.
    private static let patience = 300

    init(_ path: SocketPath) throws {
        descriptor = try path.connect()
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends bytes as they are, as far as there is somebody to take them.
    func send(_ bytes: some Sequence<UInt8>) async {
        let bytes = Array(bytes)
        await blocking { [descriptor] in
            var place = 0
            while place < bytes.count {
                let count = bytes[place...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { return }
                place += count
            }
        }
    }

    func ask(_ line: String) async {
        await send((line + "\n").utf8)
    }

    /// Says that it will say no more.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The next line without its end; `nil` if there are no more.
    func line() async -> String? {
        await blocking { [self] in
            while true {
                if let line = unread.withLock({ $0.takeLine() }) { return line }
                var buffer = [UInt8](repeating: 0, count: 65536)
                let count = read(descriptor, &buffer, buffer.count)
                if count <= 0 { return nil }
                unread.withLock { $0 += buffer[..<count] }
            }
        }
    }

    func lines(_ count: Int) async -> [String] {
        var lines: [String] = []
        while lines.count < count, let line = await line() { lines.append(line) }
        return lines
    }

    /// All there is until the other end closes.
    func rest() async -> [String] { await lines(.max) }

    /// The numbers of the next notices.
    func numbers(_ count: Int) async -> [Int] {
        await lines(count).compactMap(\.sequence)
    }

    /// Whether something is there to be read, or comes in a moment.
    func hears() async -> Bool {
        await blocking { [descriptor] in
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, 20) > 0
        }
    }
}

extension String {
    /// The number of a notice of the log `abc`.
    var sequence: Int? {
        let start = #"{"specversion":"1.0","id":"abc-"#
        guard hasPrefix(start) else { return nil }
        return Int(dropFirst(start.utf8.count).prefix(20))
    }
}

extension [UInt8] {
    fileprivate mutating func takeLine() -> String? {
        guard let end = firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { removeSubrange(...end) }
        return String(decoding: self[..<end], as: UTF8.self)
    }
}
