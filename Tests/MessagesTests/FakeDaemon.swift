import Glibc
import Posix
import Synchronization
import TestSupport

/// Listens at a socket, and answers each connection with lines.
final class FakeDaemon: Sendable {
    let path: SocketPath
    private let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        var lines: [String] = []
        var requests: [String] = []
    }

    init(_ path: String) throws {
        self.path = try SocketPath(path)
        descriptor = try self.path.listen()
        onOwnThread { [weak self, descriptor] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                self?.serve(client)
            }
        }
    }

    deinit { stop() }

    /// Nobody listens from now on.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        unlink(path.description)
    }

    /// To whoever connects from now on.
    func answers(_ lines: String...) { answers(lines) }

    func answers(_ lines: [String]) { state.withLock { $0.lines = lines } }

    var requests: [String] { state.withLock(\.requests) }

    private func serve(_ client: Int32) {
        var request = [UInt8](repeating: 0, count: 4096)
        let count = read(client, &request, request.count)
        let text = String(decoding: request.prefix(max(0, count - 1)), as: UTF8.self)
        let lines = state.withLock { state in
            state.requests.append(text)
            return state.lines
        }
        let answer = lines.map { $0 + "\n" }.joined()
        _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
    }

    static func notice(
        _ number: Int, log: String = "k3v9xq2m", region: String = "deal/1", more: String = ""
    ) -> String {
        """
        {"id":"\(log)-\(number)","type":"geofence.enter","device":"anna-phone",\
        "time":"2026-05-01T10:00:0\(number % 10).000Z","sequence":"\(number)",\
        "data":{"region":{"id":"\(region)","kind":"deal","name":"Coffee","center":[4.9,52.4],\
        "radius":200},"fix":{"time":"2026-05-01T10:00:0\(number % 10).000Z"}\(more)}}
        """
    }
}
