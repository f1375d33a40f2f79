import Glibc
import Logging
import MQTT
import Synchronization
import TestSupport
import Ways

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

/// What was logged.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }

    func count(_ text: String) -> Int { all.count { $0.contains(text) } }

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let words = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
            let line = (["\(event.level): \(event.message)"] + words).joined(separator: " ")
            lines.lines.withLock { $0.append(line) }
        }
    }
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

/// Runs a session beside `body`.
func withSession<Result>(
    at broker: MQTTBroker, filters: [String] = ["in/#"], online: MQTTPublication? = nil,
    receiver: Receiver = Receiver(), clock: any WayClock = SystemWayClock(),
    _ body: (RunningSession) async throws -> Result
) async throws -> Result {
    let log = LogLines()
    let session = MQTTSession(
        broker, filters: filters, online: online, clock: clock, logger: log.logger
    ) { batch in try receiver.take(batch) }
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await session.run() }
        defer { group.cancelAll() }
        return try await body(RunningSession(session: session, log: log, receiver: receiver))
    }
}

extension MQTTBroker {
    /// At a port of this machine.
    init(_ port: Int, clientID: String = "geofenced-test") {
        self.init(host: "127.0.0.1", port: port, isSecure: false, clientID: clientID)
    }
}
