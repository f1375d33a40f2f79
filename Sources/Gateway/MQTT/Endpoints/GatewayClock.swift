import EventLoops
package import Geofencing
import Posix

/// The time, for the ways in and out.
package protocol GatewayClock: Sendable {
    /// By the system's clock.
    var now: Timestamp { get }
    /// Throws only `CancellationError`.
    func sleep(seconds: Double) async throws
    /// From 0 to 1, drawn at random.
    func jitter() -> Double
}

/// The machine's.
package struct SystemGatewayClock: GatewayClock {
    package init() {}

    package var now: Timestamp { Timestamp(milliseconds: systemMilliseconds()) }

    package func sleep(seconds: Double) async throws {
        try await Task.sleep(for: .seconds(seconds), clock: LoopClock())
    }

    package func jitter() -> Double { .random(in: 0...1) }
}
