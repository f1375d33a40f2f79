import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// The daemon is killed in the middle of whatever it does, again and again.
    struct CrashTests {
        private let workshop = Workshop()
        private static let kills = Share.rounds(100, few: 25)

        @Test(arguments: [7 as UInt64])
        func `killed again and again, it tells all once, as if it had not been`(
            seed: UInt64
        ) async throws {
            var random = SplitMix64(seed: seed)
            let file = try workshop.configure(atEnd: "loop")
            let listener = ResumingListener(workshop)
            var usual = 0
            try await withDaemon(workshop) { daemon in
                try await eventually(listener.lines) { $0.count > 20 }
                usual = try writes(of: daemon.identifier)
            }
            for _ in 0..<Self.kills {
                let count = Int.random(in: 0...usual, using: &random)
                try await kill(file) { $0 >= count }
            }
            #expect(listener.lines.count > Self.kills)
            var killed: [String] = []
            try await withDaemon(workshop) { _ in
                let count = listener.lines.count
                try await eventually(listener.lines) { $0.count > count + 100 }
                killed = listener.lines
            }
            listener.stop()
            #expect(listener.faults == [])
            #expect(listener.connections > Self.kills / 5)
            // All of one log.
            #expect(Set(killed.map { $0.between(#""id":""#, "-") }).count == 1)

            let other = Workshop()
            try other.configure(atEnd: "loop")
            let undisturbed = ResumingListener(other)
            try await withDaemon(other) { _ in
                try await eventually(undisturbed.lines) { $0.count >= killed.count }
            }
            undisturbed.stop()
            let expected = undisturbed.lines.prefix(killed.count).map(bare)
            #expect(killed.map(bare) == expected)
        }

        @Test func `killed while it begins, it begins the next time`() async throws {
            var random = SplitMix64(seed: 11)
            let file = try workshop.configure()
            var usual = 0
            try await withDaemon(workshop) { usual = try writes(of: $0.identifier) }
            for _ in 0..<Share.rounds(8, few: 3) {
                workshop.removeState()
                for _ in 0..<4 {
                    let count = Int.random(in: 0...usual, using: &random)
                    try await kill(file) { $0 >= count }
                }
                try await withDaemon(workshop) { _ in
                    let listener = try Listener(workshop, asks: #"{"after":0}"#)
                    let numbers = try await listener.linesResumed(17).map {
                        $0.between(#""sequence":""#, "\"").flatMap { Int($0) }
                    }
                    #expect(numbers == Array(1...17))
                }
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
                // While a thread begins, the signal may be that one's, which has called nothing yet.
                _ = try await daemon.message(with: "the trace has ended")
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
