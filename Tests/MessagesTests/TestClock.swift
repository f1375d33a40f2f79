import Geofencing
import Logging
import MQTT
import Synchronization
import TestSupport

@testable import Messages

/// A clock in whose time nobody waits: who sleeps, wakes at once, and later.
final class TestClock: GatewayClock {
    private let state: Mutex<State>

    private struct State {
        var now: Timestamp
        var sleeps: [Double] = []
    }

    init(_ now: Timestamp = .example) { state = Mutex(State(now: now)) }

    var now: Timestamp { state.withLock(\.now) }
    /// How long it was slept each time.
    var sleeps: [Double] { state.withLock(\.sleeps) }

    func sleep(seconds: Double) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.now = state.now + seconds
            state.sleeps.append(seconds)
        }
        await Task.yield()
    }

    func jitter() -> Double { 1 }
}

/// The machine's clock, by which a broker has very long to let us in, as the machine may be busy.
struct PatientClock: GatewayClock {
    var now: Timestamp { SystemGatewayClock().now }

    func sleep(seconds: Double) async throws {
        try await SystemGatewayClock().sleep(seconds: seconds == Self.letIn ? patience : seconds)
    }

    /// The seconds that it has. No attempt waits for as long.
    private static let letIn = 10.0

    func jitter() -> Double { 1 }
}

extension MQTTBroker {
    /// At a port of this machine. Nobody ends a connection because the other is slow.
    init(_ port: Int, clientID: String) {
        self.init(host: "127.0.0.1", port: port, isSecure: false, clientID: clientID)
        keepAlive = 600
    }
}

/// What was logged.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }

    var logger: Logger {
        Logger(label: "test") { _ in Handler(lines: self) }
    }

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
