import Dispatch
import Glibc
import Posix
import Synchronization

/// A listener that comes back whenever the daemon does, goes on where it was, and remembers all.
final class ResumingListener: Sendable {
    private let path: String
    private let state = Mutex(State())

    private struct State {
        var lines: [String] = []
        var log: String?
        /// What should not have happened.
        var faults: [String] = []
        var connections = 0
        var isStopped = false
    }

    init(_ workshop: Workshop) {
        path = workshop.socket
        DispatchQueue(label: "listener").async { [self] in
            while !state.withLock(\.isStopped) {
                listen()
                usleep(500)
            }
        }
    }

    var lines: [String] { state.withLock(\.lines) }
    var faults: [String] { state.withLock(\.faults) }
    var connections: Int { state.withLock(\.connections) }

    func stop() { state.withLock { $0.isStopped = true } }

    /// Connects, and reads until the daemon goes.
    private func listen() {
        // A daemon that is not there is the point of it.
        guard let path = try? SocketPath(path),
            let descriptor = try? path.connectIfListening()
        else { return }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 0, tv_usec: 200_000)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let ask = state.withLock { state in
            state.connections += 1
            let log = state.log.map { #","log":"\#($0)""# } ?? ""
            return Array("{\"after\":\(state.lines.count)\(log)}\n".utf8)
        }
        _ = send(descriptor, ask, ask.count, Int32(MSG_NOSIGNAL))
        var unread: [UInt8] = []
        var isResumed = false
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !state.withLock(\.isStopped) {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            if count <= 0 { return }
            unread += buffer[..<count]
            while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                take(line, &isResumed)
            }
        }
    }

    private func take(_ line: String, _ isResumed: inout Bool) {
        if line.hasPrefix(#"{"resumed":"#) {
            isResumed = true
            state.withLock { $0.log = line.between(#""log":""#, "\"") }
            return
        }
        guard isResumed else { return }
        state.withLock { state in
            let number = line.between(#""sequence":""#, "\"").flatMap { Int($0) }
            if number == state.lines.count + 1 {
                state.lines.append(line)
            } else {
                state.faults.append("after \(state.lines.count): \(line.prefix(200))")
            }
        }
    }
}
