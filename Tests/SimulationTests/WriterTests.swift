import Geofencing
import Glibc
import Positions
import TestSupport
import Testing

@testable import Simulation

extension SimulationTests {
    /// What is written is what our own readers read.
    struct WriterTests {
        private func epochs() async throws -> [Epoch] {
            Array(
                try await trace(
                    """
                    start = 2026-12-31T23:50:00Z
                    rate = 2
                    from = [-17.0, 179.995]
                    cold_start = true
                    [[leg]]
                    mode = "boat"
                    to = [-17.003, -179.95]
                    sky = "canyon"
                    """))
        }

        private func read(_ epochs: [Epoch], _ format: Simulation.TraceFormat) async throws -> (
            reports: [Report], tally: [Tally]
        ) {
            var writer = format.writer()
            var bytes = Array(writer.head.utf8)
            for epoch in epochs { writer.write(epoch, to: &bytes) }
            bytes += Array(writer.tail.utf8)
            let file = TemporaryFile(bytes)
            var source = try await PositionSources.open(file.path)
            var reports: [Report] = []
            while let more = try await source.next() { reports += more }
            return (reports, source.tally)
        }

        @Test(arguments: [Simulation.TraceFormat.nmea, .gpx])
        func `a trace is read back as it was`(format: Simulation.TraceFormat) async throws {
            let epochs = try await epochs()
            let (reports, tally) = try await read(epochs, format)
            let fixes = epochs.compactMap(\.fix)
            let back = reports.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
            #expect(fixes.count > 1000 && fixes.count < epochs.count - 50)
            #expect(back.map(\.time) == fixes.map(\.time))
            // Until its first fix, nothing in NMEA says the date.
            #expect(format == .gpx || reports.count == epochs.count)
            func most(_ difference: (Fix, Fix) -> Double) -> Double {
                zip(back, fixes).map(difference).max() ?? .infinity
            }
            #expect(most { $0.coordinate.distance(to: $1.coordinate) } < 0.02)
            #expect(most { abs($0.accuracy! - $1.accuracy!) } < 0.02)
            #expect(most { abs($0.speed! - $1.speed!) } < 0.01)
            #expect(most { abs($0.hdop! - $1.hdop!) } < 0.001)
            #expect(most { abs(($0.track! - $1.track!).shortWayRound) } < 0.06)
            #expect(back.allSatisfy { $0.mode == .threeDimensional && !$0.isUndated })
            #expect(tally.contains(Tally("bad_checksums", 0)) == (format == .nmea))
            #expect(!tally.contains { $0.name == "invalid_points" && $0.count != .total(0) })
        }
    }
}
