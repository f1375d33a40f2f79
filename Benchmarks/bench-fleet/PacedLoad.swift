import Geofencing
import Glibc
import Posix
import Synchronization

/// So many positions a second, each by itself, and the time from each to the notices of it.
final class PacedLoad: Sendable {
    private let socket: SocketPath
    private let notices: SocketPath
    private let shares: [[Push]]
    private let aSecond: Int
    private let sent = Mutex<[Int: ContinuousClock.Instant]>([:])

    init(_ socket: SocketPath, notices: SocketPath, _ pushes: [Push], aSecond: Int) {
        (self.socket, self.notices, self.aSecond) = (socket, notices, aSecond)
        shares = pushes.sharedOut
    }

    /// Prints a line of `name=value`.
    func tell(devices: Int) async throws {
        let listener = try NoticeReader(notices)
        async let heard = onThread {
            try listener.times { device in self.sent.withLock { $0[device] } }
        }
        let start = ContinuousClock.now + .milliseconds(100)
        let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
            for (number, share) in shares.enumerated() {
                let offset = Duration.seconds(1) * number / aSecond
                group.addTask { try await onThread { try self.send(share, from: start + offset) } }
            }
            return try await group.reduce(into: [Outcome]()) { $0.append($1) }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        listener.stop()
        let told = try await heard.sorted()
        let answered = outcomes.flatMap(\.answered).sorted()
        let late = outcomes.flatMap(\.late).sorted()
        print(
            "paced", "positions=\(answered.count)", "seconds=\(seconds)",
            "busy=\(outcomes.reduce(0) { $0 + $1.busy })", "notices=\(told.count)",
            "p50_us=\(told.percentile(0.5))", "p99_us=\(told.percentile(0.99))",
            "answer_p50_us=\(answered.percentile(0.5))",
            "answer_p99_us=\(answered.percentile(0.99))", "late_p99_us=\(late.percentile(0.99))",
            separator: "\t")
    }

    private struct Outcome: Sendable {
        var busy = 0
        var answered: [Duration] = []
        /// How much later than planned a request was sent, as the one before had no answer yet.
        var late: [Duration] = []
    }

    private func send(_ share: [Push], from start: ContinuousClock.Instant) throws -> Outcome {
        let client = try Client(socket)
        var outcome = Outcome()
        for (number, push) in share.enumerated() {
            let due = start + .seconds(1) * (number * FleetBench.connections) / aSecond
            let early = due - .now
            if early > .zero { usleep(UInt32(early / .microseconds(1))) }
            let now = ContinuousClock.now
            outcome.late.append(now - due)
            sent.withLock { $0[push.device] = now }
            _ = try client.push(push, &outcome.busy)
            outcome.answered.append(ContinuousClock.now - now)
        }
        return outcome
    }
}

/// A listener of all notices.
final class NoticeReader: Sendable {
    private let descriptor: Int32

    /// Returns when the daemon serves it.
    init(_ socket: SocketPath) throws {
        descriptor = try socket.connect()
        let ask = Array("{\"after\":\"now\"}\n".utf8)
        _ = send(descriptor, ask, ask.count, Int32(MSG_NOSIGNAL))
        var byte: UInt8 = 0
        _ = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    }

    deinit { close(descriptor) }

    /// Until `stop()`, how long each notice took. `since`: when its device had sent the position.
    func times(since: (_ device: Int) -> ContinuousClock.Instant?) throws -> [Duration] {
        var times: [Duration] = []
        var unread: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return times }
            let now = ContinuousClock.now
            unread += buffer[..<count]
            while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                let device = line.number(after: "\"device\":\"d")
                if let device, let start = since(device) { times.append(now - start) }
            }
        }
    }

    /// Waits for what is on its way, and ends `times`.
    func stop() {
        sleep(1)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
