import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// The daemon is killed in the middle of whatever it does, again and again.
    struct CrashTests {
        private let workshop = Workshop()

        /// What happened, without what differs between two runs: ids and the times of writing.
        private func bare(_ line: String) -> String {
            [
                line.between(#""sequence":""#, "\"") ?? "", line.between(#""type":""#, "\"") ?? "",
                line.between(#""time":""#, "\"") ?? "", line.between(#""data":"#, "\n") ?? "",
            ].joined(separator: " ")
        }

        /// Starts the daemon, and kills it so many milliseconds later.
        private func kill(after milliseconds: Double, _ file: String) async throws {
            try await with(.geofenced, ["--config", file]) { daemon in
                try await Task.sleep(for: .milliseconds(milliseconds))
                // It may have ended by itself, if something is wrong.
                try? daemon.send(.kill)
            }
        }

        @Test(arguments: [7 as UInt64])
        func `killed two hundred times, it tells all once, as if it had not been`(
            seed: UInt64
        ) async throws {
            var random = SplitMix64(seed: seed)
            let file = try workshop.configure(atEnd: "loop")
            let listener = ResumingListener(workshop)
            // A sanitizer, or a busy machine, lets it begin later: some kills must come after that.
            let start = ContinuousClock.now
            var longest = 140.0
            try await withDaemon(workshop) { _ in
                try await eventually { !listener.lines.isEmpty }
                let begun = (ContinuousClock.now - start) / .milliseconds(1)
                // All that is told until the kills is told once more, by one that is not killed.
                longest = min(max(longest, 1.5 * begun), isSanitized ? 1500 : 400)
            }
            for _ in 0..<200 {
                try await kill(after: .random(in: 0...longest, using: &random), file)
            }
            #expect(listener.lines.count > 20)
            var killed: [String] = []
            try await withDaemon(workshop) { _ in
                let count = listener.lines.count
                try await eventually { listener.lines.count > count + 100 }
                killed = listener.lines
            }
            listener.stop()
            #expect(listener.faults == [])
            #expect(listener.connections > 20)
            // All of one log.
            #expect(Set(killed.map { $0.between(#""id":""#, "-") }).count == 1)

            let other = Workshop()
            try other.configure(atEnd: "loop")
            let undisturbed = ResumingListener(other)
            try await withDaemon(other) { _ in
                try await eventually { undisturbed.lines.count >= killed.count }
            }
            undisturbed.stop()
            let expected = undisturbed.lines.prefix(killed.count).map(bare)
            #expect(killed.map(bare) == expected)
        }

        @Test func `killed while it begins, it begins the next time`() async throws {
            var random = SplitMix64(seed: 11)
            let file = try workshop.configure()
            for _ in 0..<12 {
                // Its tables are made in the first milliseconds.
                for _ in 0..<4 { try await kill(after: .random(in: 0...40, using: &random), file) }
                try await withDaemon(workshop) { _ in
                    let listener = try Listener(workshop, asks: #"{"after":0}"#)
                    let numbers = try await listener.linesResumed(17).map {
                        $0.between(#""sequence":""#, "\"").flatMap { Int($0) }
                    }
                    #expect(numbers == Array(1...17))
                }
                workshop.removeState()
            }
        }

        @Test(
            .disabled(if: isSanitized, "a sanitizer tells of crashes itself"),
            arguments: [SIGABRT, SIGILL, SIGSEGV])
        func `a crash says where it was, and ends it as crashes do`(signal: Int32) async throws {
            try workshop.configure()
            var calls = 0
            let status = try await withDaemon(
                workshop, environment: ["SWIFT_BACKTRACE": "enable=no"]
            ) { daemon in
                Glibc.kill(daemon.identifier, signal)
                _ = try await daemon.message(with: "geofenced: crashed")
                while let line = try await daemon.message() {
                    if line.has("/geofenced(") { calls += 1 }
                }
            }
            #expect(status == 128 + Int(signal))
            #expect(calls >= 5)
        }
    }
}

/// Whether the programs are slower than usual, and handle signals otherwise.
private let isSanitized = getenv("ASAN_OPTIONS") != nil || getenv("TSAN_OPTIONS") != nil
