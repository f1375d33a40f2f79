import Glibc
import Posix
import Synchronization

/// An HTTP server at a port of this machine that answers as badly as it is told to.
package final class BadServer: Sendable {
    package enum Answer: Sendable {
        /// Status and headers, as in `429 Slow Down\r\nRetry-After: 7`; and a body.
        case status(String, body: String = "")
        /// Status 200, and a body without end.
        case endless
        /// Status and headers, and the first bytes of a body that ends too early.
        case cutOff(String)
        /// Status and headers, and nothing more until the client goes.
        case hangInBody(String)
        /// Headers without end.
        case endlessHead
        /// Nothing, until the client goes.
        case hang
        /// The end of the connection.
        case close
        case garbage

        package static let fine = status("200 OK", body: "{}")
    }

    package struct Request: Sendable {
        package var head: String
        package var body: String

        package func header(_ name: String) -> String? {
            let lines = head.split(separator: "\r\n")
            let line = lines.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
            return line.map { String($0.dropFirst(name.count + 2)) }
        }
    }

    package let url: String
    /// What has come, in order.
    package let requests: AsyncStream<Request>
    private let descriptor: Int32

    /// `answers`: one for each request; the last is for all that follow.
    package convenience init(_ answers: [Answer]) throws {
        let answers = Answers(answers)
        try self.init { _ in answers.next() }
    }

    /// `answer`: called on another thread, for one request after the other.
    package init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
        let port: Int
        (descriptor, port) = try listenOnLoopback()
        url = "http://127.0.0.1:\(port)"
        let (requests, continuation) = AsyncStream<Request>.makeStream()
        self.requests = requests
        onOwnThread { [descriptor] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                guard let request = Self.request(of: client) else { continue }
                let answer = answer(request)
                onOwnThread { Self.send(answer, to: client) }
                continuation.yield(request)
            }
        }
    }

    /// Those that are still to be given.
    private final class Answers: Sendable {
        private let left: Mutex<[Answer]>

        init(_ answers: [Answer]) { left = Mutex(answers) }

        func next() -> Answer { left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private static func request(of client: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.firstRange(of: "\r\n\r\n") {
                var request = Request(
                    head: String(text[..<end.lowerBound]), body: String(text[end.upperBound...]))
                let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
                if request.body.utf8.count >= length { return request }
                request.body = ""
            }
            let count = read(client, &buffer, buffer.count)
            guard count > 0 else {
                Glibc.close(client)
                return nil
            }
            bytes += buffer[..<count]
        }
    }

    private static func send(_ answer: Answer, to client: Int32) {
        defer { Glibc.close(client) }
        switch answer {
        case .close: break
        case .hang:
            var byte: UInt8 = 0
            _ = read(client, &byte, 1)
        case .garbage: _ = write("\u{1}\u{2}garbage\r\n\r\n", to: client)
        case .status(let status, let body):
            _ = write(
                "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Connection: close\r\n\r\n\(body)", to: client)
        case .endless:
            guard write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", to: client) else { return }
            let piece = String(repeating: "x", count: 1 << 16)
            // Of a gigabyte, the client wants little.
            for _ in 0..<(1 << 14) where !write(piece, to: client) { return }
        case .cutOff(let status):
            _ = write("HTTP/1.1 \(status)\r\nContent-Length: 100\r\n\r\n{", to: client)
        case .hangInBody(let status):
            _ = write("HTTP/1.1 \(status)\r\nContent-Length: 100\r\n\r\n{", to: client)
            var byte: UInt8 = 0
            _ = read(client, &byte, 1)
        case .endlessHead:
            guard write("HTTP/1.1 200 OK\r\n", to: client) else { return }
            for _ in 0..<(1 << 24) where !write("X-More: and more of it\r\n", to: client) { return }
        }
    }

    /// `false` if the client has gone.
    private static func write(_ text: String, to client: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent <= 0 { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }
}
