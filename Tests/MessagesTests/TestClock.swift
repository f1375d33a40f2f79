import Geofencing
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
