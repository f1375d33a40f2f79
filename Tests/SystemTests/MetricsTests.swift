import Posix
import Testing

extension SystemTests {
    struct MetricsTests {
        private let workshop = Workshop()

        private static let hasPromtool = InputFile.exists("/usr/bin/promtool")

        @Test(.enabled(if: hasPromtool, "promtool (in prometheus) is not installed"))
        func `promtool has nothing to say of the figures`() async throws {
            try workshop.configure(atEnd: "wait")
            try await withDaemon(workshop) { daemon in
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                _ = try await daemon.message(with: "the trace has ended")
                let finished = try await shell(
                    """
                    curl -sf --unix-socket \(workshop.control) http://localhost/v1/metrics \
                    | tee \(workshop.file("figures")) | promtool check metrics
                    """)
                #expect(finished.status == 0, "\(finished)")
                #expect(finished.errors == "")
                let figures = try text(of: workshop.file("figures")).lines
                #expect(figures.contains("geofenced_notices_total 17"))
                #expect(figures.contains("geofenced_listeners 1"))
                withExtendedLifetime(listener) {}
            }
        }
    }
}
