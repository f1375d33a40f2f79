import Glibc
import Posix
import TestSupport

/// A connection that stays open, for the thread that waits for its answers.
final class BlockingConnection {
    private let descriptor: Int32

    /// `nil` if nobody listens.
    init?(_ path: String) {
        guard let path = try? SocketPath(path), let descriptor = try? path.connectIfListening()
        else { return nil }
        self.descriptor = descriptor
    }

    /// At a port of this machine; `nil` if nobody listens.
    init?(port: Int) {
        guard let descriptor = try? connectToLoopback(port) else { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Head and body; `nil` if the connection ends before all of it is there.
    func answer(to request: [UInt8]) -> String? {
        guard sends(request) else { return nil }
        var answer: [UInt8] = []
        while !isWhole(answer) {
            guard let more = hear() else { return nil }
            answer += more
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Sends all of it; `false` if the other end is closed.
    func sends(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// What comes next, once something does; `nil` at the end.
    func hear() -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? buffer[..<count] : nil
    }

    private func isWhole(_ answer: [UInt8]) -> Bool {
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
            return false
        }
        let head = String(decoding: answer[..<end], as: UTF8.self).lowercased()
        let length = head.between("content-length: ", "\r\n").flatMap { Int($0) }
        return answer.count >= end + (length ?? 0)
    }
}
