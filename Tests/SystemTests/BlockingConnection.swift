import Glibc
import Posix

/// A connection that stays open, for the thread that waits for its answers.
final class BlockingConnection {
    private let descriptor: Int32

    /// `nil` if nobody listens.
    init?(_ path: String) {
        guard let path = try? SocketPath(path), let descriptor = try? path.connectIfListening()
        else { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Head and body; `nil` if the connection ends before all of it is there.
    func answer(to request: [UInt8]) -> String? {
        var rest = request[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return nil }
            rest = rest.dropFirst(count)
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isWhole(answer) {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return nil }
            answer += buffer[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
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
