import Formats
import Geofencing
import Testing

@testable import Simulation

/// One after the other: each computes for a while, and others wait for an answer meanwhile.
@Suite(.serialized) enum SimulationTests {}

/// The trace of a scenario as a person writes it.
func trace(_ text: String) async throws -> SimulatedTrace {
    try SimulatedTrace(try await scenario(text))
}

func scenario(_ text: String) async throws -> Scenario {
    try await Scenario(TOMLDocument(Array(text.utf8), name: "s.toml"))
}

/// Hours at one place, with an epoch each ten seconds.
func stay(hours: Int, seed: Int = 1, more: String = "") async throws -> SimulatedTrace {
    try await trace(
        """
        rate = 0.1
        seed = \(seed)
        from = [52.3731, 4.8926]
        \(more)
        [[leg]]
        mode = "parked"
        sky = "open"
        stop = \(hours * 3600)
        """)
}

/// How far a fix is off.
func error(_ fix: Fix, _ truth: Coordinate) -> Offset {
    LocalPlane(at: truth).offset(to: fix.coordinate)
}

extension [Double] {
    var mean: Double { reduce(0, +) / Double(count) }
    /// Root of the mean square.
    var size: Double { (map { $0 * $0 }.mean).squareRoot() }
}
