import Glibc
import Posix

/// A connection to the control socket that stays open; each request waits for its answer.
final class Client {
    private let descriptor: Int32
    private var unread: [UInt8] = []

    init(_ socket: SocketPath) throws {
        descriptor = try socket.connect()
    }

    deinit { close(descriptor) }

    struct Answer {
        var status: Int
        var text: String
    }

    func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { all in
            var rest = all[...]
            while !rest.isEmpty {
                let count = Glibc.send(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
                    Int32(MSG_NOSIGNAL))
                guard count > 0 else { throw FleetError.closed }
                rest = rest.dropFirst(count)
            }
        }
    }

    func answer() throws -> Answer {
        while true {
            if let answer = taken() { return answer }
            var buffer = [UInt8](repeating: 0, count: 16 * 1024)
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw FleetError.closed }
            unread += buffer[..<count]
        }
    }

    /// The first answer of what was read; `nil` if it is not whole.
    private func taken() -> Answer? {
        let head = Array("\r\n\r\n".utf8)
        guard let end = unread.firstRange(of: head)?.upperBound else { return nil }
        let words = String(decoding: unread[..<end], as: UTF8.self)
        let length = words.lowercased().number(after: "content-length: ") ?? 0
        guard unread.count >= end + length else { return nil }
        let body = String(decoding: unread[end..<end + length], as: UTF8.self)
        unread.removeFirst(end + length)
        return Answer(status: words.number(after: "HTTP/1.1 ") ?? 0, text: body)
    }
}

extension String {
    /// The whole number that follows `text`; `nil` if there is none.
    func number(after text: String) -> Int? {
        guard let start = firstRange(of: text)?.upperBound else { return nil }
        return Int(self[start...].prefix { $0.isNumber })
    }
}
