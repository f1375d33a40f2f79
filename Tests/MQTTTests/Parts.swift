import Geofencing
import Glibc
import MQTT
import Synchronization
import TestSupport

/// Collects what a session hands over, and may refuse to take it.
final class Receiver: Sendable {
    private let state = Mutex(State())

    private struct State {
        var batches: [[MQTTPublication]] = []
        var tries = 0
        var refuses = false
    }

    struct Away: Error {}

    /// What was taken, in order.
    var taken: [MQTTPublication] { state.withLock { $0.batches.flatMap(\.self) } }
    var payloads: [String] { taken.map { String(decoding: $0.payload, as: UTF8.self) } }
    /// How often something was handed over.
    var tries: Int { state.withLock(\.tries) }

    func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

    func take(_ batch: [MQTTPublication]) throws {
        try state.withLock { state in
            state.tries += 1
            if state.refuses { throw Away() }
            state.batches.append(batch)
        }
    }
}

extension LogLines {
    func count(_ text: String) -> Int { all.count { $0.contains(text) } }
}

/// A session while it runs, and what it says.
struct RunningSession {
    let session: MQTTSession
    let log: LogLines
    let receiver: Receiver

    func publish(_ text: String, to topic: String) async throws {
        try await session.publish(MQTTPublication(topic: topic, payload: Array(text.utf8)))
    }
}

/// A clock whose seconds may be shorter, which keeps how long it was slept.
final class QuickClock: GatewayClock {
    /// Whether the time that a broker has to let us in is over. `times`: how often that was waited for
    /// before; twice for a connection that lasts.
    typealias IsOver = @Sendable (_ session: MQTTSession, _ times: Int) async -> Bool

    private let all = Mutex<[Double]>([])
    private let times: Double
    private let isOver: IsOver
    private let session = Mutex<MQTTSession?>(nil)

    /// `isOver`: usually a broker has very long, as the machine may be busy.
    init(times: Double = 100, isOver: @escaping IsOver = { _, _ in false }) {
        (self.times, self.isOver) = (times, isOver)
    }

    /// Whose clock it is.
    func follow(_ new: MQTTSession) { session.withLock { $0 = new } }

    var sleeps: [Double] { all.withLock(\.self) }
    var now: Timestamp { SystemGatewayClock().now }

    func sleep(seconds: Double) async throws {
        let before = all.withLock { all in
            defer { all.append(seconds) }
            return all.count { $0 == Self.letIn }
        }
        guard seconds == Self.letIn, let session = session.withLock(\.self) else {
            return try await SystemGatewayClock().sleep(seconds: seconds / times)
        }
        let end = ContinuousClock.now + .seconds(patience)
        repeat {
            try await SystemGatewayClock().sleep(seconds: 0.1)
        } while await !isOver(session, before) && ContinuousClock.now < end
    }

    /// The seconds that a broker has, twice. No attempt waits for as long.
    private static let letIn = 10.0

    func jitter() -> Double { 1 }
}

extension MQTTSession {
    var isConnected: Bool { state.works == true }
}

/// Runs a session beside `body`.
func withSession<Result>(
    at broker: MQTTBroker, filters: [String] = ["in/#"], online: MQTTPublication? = nil,
    receiver: Receiver = Receiver(), clock: QuickClock = QuickClock(times: 1),
    _ body: (RunningSession) async throws -> Result
) async throws -> Result {
    let log = LogLines()
    let session = MQTTSession(
        broker, filters: filters, online: online, clock: clock, logger: log.logger
    ) { batch in try receiver.take(batch) }
    clock.follow(session)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await session.run() }
        defer { group.cancelAll() }
        return try await body(RunningSession(session: session, log: log, receiver: receiver))
    }
}

extension MQTTBroker {
    /// At a port of this machine. Nobody ends a connection because the other is slow.
    init(_ port: Int, clientID: String = "geofenced-test") {
        self.init(host: "127.0.0.1", port: port, isSecure: false, clientID: clientID)
        keepAlive = 600
    }
}
