package import Logging
package import Ways

/// A session at a broker: connects, again and again, and goes on where it was.
package actor MQTTSession {
    /// Takes what came together, in order. It is acknowledged when this returns. When this throws,
    /// nothing of it is, and it is handed over again later.
    package typealias Receive = @Sendable ([MQTTPublication]) async throws -> Void

    private let broker: MQTTBroker
    private let clock: any WayClock
    private let logger: Logger

    /// `filters`: what is subscribed to, with QoS 1. `online`: is published at each connection.
    package init(
        _ broker: MQTTBroker, filters: [String], online: MQTTPublication?, clock: any WayClock,
        logger: Logger, receive: @escaping Receive
    ) {
        (self.broker, self.clock, self.logger) = (broker, clock, logger)
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        try await clock.sleep(seconds: .infinity)
    }

    /// Returns when the broker has acknowledged it; of QoS 0, when it is sent. Any number may be under
    /// way, and those of one caller arrive in their order. Throws `MQTTError`, `away` at once if there
    /// is no connection.
    package func publish(_ publication: MQTTPublication) async throws {
        throw MQTTError.away("not connected")
    }

    /// Waits for a connection after the one with that number. Numbers grow from 1.
    package func nextConnection(after number: Int) async throws -> Connected {
        try await clock.sleep(seconds: .infinity)
        throw CancellationError()
    }

    package struct Connected: Hashable, Sendable {
        package var number: Int
        /// The broker knew us before, and does not any more: what it has acknowledged may be lost.
        package var hasLostSession: Bool
    }

    package var state: WayState {
        WayState(id: "mqtt", kind: .mqtt, name: "\(broker.host):\(broker.port)")
    }
}
