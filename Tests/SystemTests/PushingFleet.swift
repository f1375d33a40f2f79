import Glibc
import Posix
import Synchronization
import TestSupport

/// Devices that push their positions, over eight connections at once. What is not answered with 200
/// is sent again, however long the daemon is away.
final class PushingFleet: Sendable {
    private let path: String
    private let state = Mutex(State())
    /// How many requests are to be answered.
    let count: Int

    private struct State {
        var answered: Set<Int> = []
        var answeredCount = 0
        var connections = 0
        /// What should not have happened.
        var faults: [String] = []
        var isStopped = false
    }

    private static let connections = 8

    /// `batches`: the bodies of each device's requests.
    init(_ workshop: Workshop, _ batches: [[String]], seed: UInt64) {
        path = workshop.control
        // Each device is added first.
        count = batches.reduce(0) { $0 + $1.count + 1 }
        for connection in 0..<Self.connections {
            let devices = batches.indices.filter { $0 % Self.connections == connection }
            let requests = devices.map { device in
                let path = "/v1/devices/d\(device)"
                return [Self.request("PUT", path, "{}")]
                    + batches[device].map { Self.request("POST", path + "/positions", $0) }
            }
            onOwnThread { [self] in
                push(requests, SplitMix64(seed: seed + UInt64(connection)))
            }
        }
    }

    /// The numbers of notices in all answers.
    var answered: Set<Int> { state.withLock(\.answered) }
    var answeredCount: Int { state.withLock(\.answeredCount) }
    var connections: Int { state.withLock(\.connections) }
    var faults: [String] { state.withLock(\.faults) }

    func stop() { state.withLock { $0.isStopped = true } }

    private static func request(_ method: String, _ path: String, _ body: String) -> [UInt8] {
        Array(
            """
            \(method) \(path) HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """.utf8)
    }

    /// Sends the devices' requests, each device's in order, the devices in any.
    private func push(_ requests: [[[UInt8]]], _ random: SplitMix64) {
        var random = random
        var rest = requests.map { $0[...] }
        var connection: BlockingConnection?
        while let device = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &random)
        {
            guard let answer = connection?.answer(to: rest[device][rest[device].startIndex]) else {
                // The daemon has gone, or is not there yet.
                if state.withLock(\.isStopped) { return }
                usleep(500)
                connection = BlockingConnection(path)
                if connection != nil { state.withLock { $0.connections += 1 } }
                continue
            }
            if take(answer) { rest[device].removeFirst() } else { usleep(100_000) }
        }
    }

    /// Whether the request is done.
    private func take(_ answer: String) -> Bool {
        let status = answer.between("HTTP/1.1 ", " ") ?? ""
        let numbers = answer.between("\"notices\":[", "]") ?? ""
        return state.withLock { state in
            // 503: too much waits already.
            if status == "503" { return false }
            if status != "200", status != "201" { state.faults.append(answer) }
            state.answered.formUnion(numbers.split(separator: ",").compactMap { Int($0) })
            state.answeredCount += 1
            return true
        }
    }
}
