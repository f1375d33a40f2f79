import Glibc
import Posix
import Synchronization
import TestSupport

/// A daemon that takes positions, or does not; it remembers what it took, in order.
final class PhoneDaemon: Sendable {
    /// Of an answer: a status of HTTP, and what it says of positions.
    typealias Answer = (status: Int, body: String)

    let path: SocketPath
    private let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        var answer: @Sendable (_ body: String) -> Answer = { _ in PhoneDaemon.taken(1) }
        var requests: [(path: String, body: String)] = []
        var open: [String: Int] = [:]
        var mostOpen: [String: Int] = [:]
        var isHeld = false
    }

    init(in folder: TemporaryFolder) throws {
        path = try SocketPath(folder.file("control"))
        descriptor = try path.listen()
        onOwnThread { [weak self, descriptor] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                guard let self else { break }
                onOwnThread { self.serve(client) }
            }
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    static func taken(_ number: Int, dropped: String = "") -> Answer {
        (200, #"{"accepted":\#(number),"dropped":{\#(dropped)}}"#)
    }

    /// From now on.
    func answers(_ answer: @escaping @Sendable (_ body: String) -> Answer) {
        state.withLock { $0.answer = answer }
    }

    /// Whether it lets those who ask wait.
    func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

    /// The bodies of what it was asked, in order.
    var bodies: [String] { state.withLock { $0.requests.map(\.body) } }

    /// How many requests of a device it had at a time.
    func mostOpen(_ device: String) -> Int {
        state.withLock { $0.mostOpen["/v1/devices/\(device)/positions"] ?? 0 }
    }

    /// How many requests of a device it has not answered.
    func open(_ device: String) -> Int {
        state.withLock { $0.open["/v1/devices/\(device)/positions"] ?? 0 }
    }

    private func serve(_ client: Int32) {
        defer { close(client) }
        guard let (path, body) = request(of: client) else { return }
        state.withLock { state in
            state.open[path, default: 0] += 1
            state.mostOpen[path] = max(state.mostOpen[path] ?? 0, state.open[path]!)
            state.requests.append((path, body))
        }
        while state.withLock(\.isHeld) { usleep(1000) }
        let answering = state.withLock { state in
            state.open[path]! -= 1
            return state.answer
        }
        let (status, text) = answering(body)
        let answer = """
            HTTP/1.1 \(status) Thus\r
            Content-Type: application/\(status < 400 ? "json" : "problem+json")\r
            Content-Length: \(text.utf8.count)\r
            \r
            \(text)
            """
        _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
    }

    private func request(of client: Int32) -> (path: String, body: String)? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                    .split(separator: "\r\n")
                let length = lines.first { $0.lowercased().hasPrefix("content-length: ") }
                    .flatMap { Int($0.dropFirst("content-length: ".count)) }
                if bytes.count >= end.upperBound + (length ?? 0) {
                    let body = String(decoding: bytes[end.upperBound...], as: UTF8.self)
                    return (String(lines[0].split(separator: " ")[1]), body)
                }
            }
            let count = read(client, &buffer, buffer.count)
            if count <= 0 { return nil }
            bytes += buffer[..<count]
        }
    }
}
