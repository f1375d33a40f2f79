import Glibc
import Posix
import Synchronization

/// Requests that are sent as fast as they are answered, over eight connections.
struct Load {
    private let socket: SocketPath
    /// Of each connection. A device's requests all go over the same one, in their order.
    private let shares: [[Push]]

    init(_ socket: SocketPath, _ pushes: [Push]) {
        self.socket = socket
        shares = pushes.sharedOut
    }

    /// Prints a line of `name=value`.
    func tell(_ what: String) async throws {
        let start = ContinuousClock.now
        let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
            for share in shares {
                group.addTask { try await onThread { try send(share) } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let all = outcomes.reduce(into: Outcome()) { $0.add($1) }
        let times = all.times.sorted()
        print(
            what, "requests=\(times.count)", "positions=\(all.positions)",
            "accepted=\(all.accepted)", "busy=\(all.busy)", "notices=\(all.notices)",
            "seconds=\(seconds)", "p50_us=\(times.percentile(0.5))",
            "p99_us=\(times.percentile(0.99))", separator: "\t")
    }

    struct Outcome: Sendable {
        var positions = 0
        var accepted = 0
        var notices = 0
        /// How often the daemon had too much to do (503).
        var busy = 0
        /// From the request to its answer.
        var times: [Duration] = []

        mutating func add(_ other: Outcome) {
            positions += other.positions
            accepted += other.accepted
            notices += other.notices
            busy += other.busy
            times += other.times
        }
    }

    private func send(_ share: [Push]) throws -> Outcome {
        let client = try Client(socket)
        var outcome = Outcome()
        for push in share {
            let start = ContinuousClock.now
            outcome.take(try client.push(push, &outcome.busy), of: push)
            outcome.times.append(ContinuousClock.now - start)
        }
        return outcome
    }
}

extension Load.Outcome {
    mutating func take(_ answer: Client.Answer, of push: Push) {
        positions += push.positions
        accepted += answer.text.number(after: "\"accepted\":") ?? 0
        guard let start = answer.text.firstRange(of: "\"notices\":[")?.upperBound else { return }
        let list = answer.text[start...].prefix { $0 != "]" }
        notices += list.split(separator: ",").count
    }
}

extension Client {
    /// Sends a request until it is answered with 2xx. `busy` counts the answers 503.
    func push(_ push: Push, _ busy: inout Int) throws -> Answer {
        while true {
            try send(push.bytes)
            let answer = try answer()
            if 200..<300 ~= answer.status { return answer }
            guard answer.status == 503 else {
                throw FleetError.refused("\(answer.status): \(answer.text)")
            }
            busy += 1
            // The daemon asks for whole seconds.
            sleep(1)
        }
    }
}

extension [Push] {
    /// What each connection sends.
    var sharedOut: [[Push]] {
        let counts = reduce(into: [Int: Int]()) { $0[$1.device, default: 0] += 1 }
        var sizes = [Int](repeating: 0, count: FleetBench.connections)
        var connections: [Int: Int] = [:]
        for (device, count) in counts.sorted(by: { ($1.value, $1.key) < ($0.value, $0.key) }) {
            let least = sizes.indices.min { sizes[$0] < sizes[$1] } ?? 0
            connections[device] = least
            sizes[least] += count
        }
        var shares = [[Push]](repeating: [], count: sizes.count)
        for push in self { shares[connections[push.device] ?? 0].append(push) }
        return shares
    }
}

extension [Duration] {
    /// Of sorted times, in microseconds; 0 if there are none.
    func percentile(_ share: Double) -> Int {
        isEmpty ? 0 : Int(self[Swift.min(count - 1, Int(Double(count) * share))] / .microseconds(1))
    }
}

/// Runs `body`, which waits for sockets, on a thread of its own.
func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        onOwnThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}
