import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// What docs/recipes.md says to write into files does what it says.
    struct RecipesTests {
        private let workshop = Workshop()
        private let page: Document

        init() throws { page = try Document("docs/recipes.md") }

        private func block(of language: String, with text: String = "\n") throws -> String {
            try #require(page.blocks(of: language).first { $0.has(text) })
        }

        @Test(arguments: [0, 10])
        func `the listener in Python hears all after its cursor, and remembers it`(
            after: Int
        ) async throws {
            let listener = try workshop.write("listener.py", try block(of: "python"))
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                // Until then there may be no tenth notice to come after.
                _ = try await daemon.message(with: "the trace has ended")
                let told = try await run(
                    .geofencectl,
                    ["listen", "--socket", workshop.socket, "--after", "\(after)"]
                        + ["--count", "\(17 - after)"])
                #expect(told.lines.count == 17 - after, "\(told)")
                let cursor = try workshop.write("cursor.json", "{\"after\":\(after)}")
                try await withShell(
                    #"exec python3 "$1" "$2" "$3""#, [listener, workshop.socket, cursor]
                ) { python in
                    let heard = try await python.lines(told.lines.count)
                    for (line, notice) in zip(heard, told.lines) {
                        let words = line.split(separator: " ", maxSplits: 1)
                        #expect(notice.has("\(words[1])"))
                        #expect(notice.has("\(words[0].dropFirst("geofence.".count))"))
                    }
                    try await eventually(try? text(of: cursor)) {
                        $0?.has("\"after\": 17,") == true
                    }
                    try python.send(.terminate)
                }
            }
        }

        @Test func `the script for Prometheus writes the figures`() async throws {
            let script = try workshop.write("figures", try block(of: "sh", with: "v1/metrics"))
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let finished = try await shell(
                    "sh \(script) \(workshop.file("geofenced.prom")) \(workshop.control)")
                #expect(finished == Finished(status: 0, output: "", errors: ""))
            }
            let figures = try text(of: workshop.file("geofenced.prom")).lines
            #expect(figures.contains("geofenced_notices_total 17"))
            #expect(!workshop.names.contains("geofenced.prom.new"))
        }

        @Test func `the script for Prometheus leaves the last figures where the daemon is away`()
            async throws
        {
            let script = try workshop.write("figures", try block(of: "sh", with: "v1/metrics"))
            let figures = try workshop.write("geofenced.prom", "before")
            let finished = try await shell("sh \(script) \(figures) \(workshop.control)")
            #expect(finished.status != 0)
            #expect(try text(of: figures) == "before")
        }

        @Test func `the command of the user's service gets each notice`() async throws {
            let script = try workshop.write("tell", try block(of: "sh", with: "GEOFENCE_NAME"))
            try workshop.configure()
            try await withDaemon(workshop) { _ in
                let finished = try await run(
                    .geofencectl,
                    ["listen", "--socket", workshop.socket, "--after", "0", "--count", "2"]
                        + ["--exec", "sh \(script)"],
                    environment: ["HOME": workshop.path])
                #expect(finished.status == 0, "\(finished)")
            }
            let log = try text(of: workshop.file("visits.log")).lines
            #expect(log.first == "2026-05-01T10:00:00.000Z enter Starbucks Centraal")
            #expect(log.count == 2)
        }

        private static let hasVerifier = InputFile.exists("/usr/bin/systemd-analyze")

        @Test(.enabled(if: hasVerifier, "systemd-analyze (in systemd) is not installed"))
        func `systemd understands the user's service`() async throws {
            let unit = try block(of: "ini").split(separator: "/usr/bin/geofencectl")
                .joined(separator: "\(Program.folder)/geofencectl")
            let file = try workshop.write("geofenced-tell.service", unit)
            let finished = try await shell(
                "systemd-analyze --user verify \(file)",
                environment: ["XDG_RUNTIME_DIR": workshop.path])
            #expect(finished == Finished(status: 0, output: "", errors: ""))
        }

        @Test func `each line for cron is five fields and a command that runs`() async throws {
            let lines = page.blocks(of: "cron").flatMap(\.lines).filter { !$0.hasPrefix("#") }
            #expect(lines.count == 3)
            let file = try workshop.configure()
            try await withDaemon(workshop) { _ in
                for line in lines where line.has("geofencectl") {
                    let command = line.split(separator: " ", maxSplits: 5)[5]
                    let parts = command.split(separator: ">>", maxSplits: 1)
                    let finished = try await shell("\(parts[0]) --config \(file)")
                    #expect(finished.status == 0, "\(finished)")
                }
            }
        }
    }
}
