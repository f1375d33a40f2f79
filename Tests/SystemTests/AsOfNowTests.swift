import Geofencing
import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// Traces of the past that are played as if they were of today.
    struct AsOfNowTests {
        private let workshop = Workshop()

        /// The daemon with the walk, a minute in a second, again and again, and the Starbucks.
        private func configure(
            now: Bool = true, speed: String = "60", atEnd: String = "loop",
            regions: String = Repository.walkRegions
        ) throws -> String {
            let path = try workshop.configure(regions: regions, atEnd: atEnd, speed: speed)
            return try workshop.write(
                "geofenced.toml", (now ? "now = true\n" : "") + text(of: path))
        }

        private func ctl(_ arguments: String...) async throws -> Finished {
            try await run(
                .geofencectl, arguments + ["--config", workshop.file("geofenced.toml")])
        }

        private func addDeal(_ more: String...) async throws -> Finished {
            try await run(
                .geofencectl,
                ["deals", "add", "--name", "Pie", "--company", "Dam", "--category", "food"]
                    + ["--at", "52.3786,4.9003", "--config", workshop.file("geofenced.toml")]
                    + more)
        }

        @Test(arguments: [[], ["--now"]])
        func `a deal of today is told, and notices have today's times`(options: [String])
            async throws
        {
            _ = try configure(now: options.isEmpty)
            let before = Timestamp(milliseconds: systemMilliseconds())
            try await withDaemon(workshop, options) { _ in
                let added = try await addDeal("--until", "+7d")
                #expect(added.status == 0 && added.errors == "")
                let told = try await ctl("listen", "--kind", "deal", "--count", "1", "--json")
                let time = told.output.between(#""time":""#, "\"").flatMap(
                    Timestamp.init(iso8601:))
                #expect(told.status == 0)
                #expect(try #require(time) >= before)
                #expect(try #require(time) < before + 86_400)
                let past = try await ctl("history", "--since", "-1h")
                #expect(past.output.has("Pie"))
                let status = try await ctl("status", "--json")
                #expect(status.output.has(#""live":false,"now":true,"ended":false"#))
            }
        }

        @Test func `a deal outside the device's clock is warned about, and status says why`()
            async throws
        {
            _ = try configure(now: false, speed: "\"max\"", atEnd: "wait")
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let added = try await addDeal("--until", "+1h")
                #expect(added.status == 0)
                #expect(
                    added.errors == "warning: deal 1 has not begun by the device's clock, "
                        + "2026-05-01 10:33:44 UTC: play the trace with --now\n")
                let edited = try await ctl("deals", "edit", "1", "--until", "+2h", "--json")
                #expect(edited.output.has(#""device_time":"2026-05-01T10:33:44.000Z""#))
                #expect(try await !ctl("deals", "show", "1", "--json").output.has("device_time"))
                let clock = "2026-05-01 10:33:44 UTC, "
                let why =
                    " days behind this computer's: a trace is played: --now plays it as of now"
                for command in ["status", "doctor"] {
                    let line = try await ctl(command).lines.first { $0.has("this computer's") }
                    #expect(line?.has(clock) == true && line?.hasSuffix(why) == true)
                }
                // A deal of the trace's time is over by the computer's clock alone.
                let past = try await addDeal(
                    "--from", "2026-05-01 10:00", "--until", "2026-05-01 18:00")
                #expect(
                    past.errors == "warning: deal 2 has ended already: nobody will be told of it\n")
            }
        }

        @Test
        func `the clock of a fast trace runs ahead, and deals that end meanwhile are told of`()
            async throws
        {
            _ = try configure(speed: "\"max\"", atEnd: "wait")
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let added = try await addDeal("--until", "+5m")
                #expect(added.errors.hasPrefix("warning: deal 1 is over by the device's clock, "))
                #expect(added.errors.hasSuffix(": play the trace anew, with --now --from-start\n"))
                #expect(
                    try await ctl("status").output.has(
                        "ahead of this computer's: the trace is played faster than life"))
            }
        }

        @Test(arguments: [23 as UInt64])
        func `killed again and again, all is told once and time goes on`(seed: UInt64) async throws
        {
            var random = SplitMix64(seed: seed)
            _ = try configure(speed: "200000")
            let listener = ResumingListener(workshop)
            for _ in 0..<20 {
                let wanted = listener.lines.count + .random(in: 1...12, using: &random)
                try await with(
                    .geofenced, ["--config", workshop.file("geofenced.toml")]
                ) { daemon in
                    try await eventually(listener.lines, every: .milliseconds(1)) {
                        $0.count >= wanted
                    }
                    try daemon.send(.kill)
                }
            }
            listener.stop()
            #expect(listener.faults == [])
            let told = listener.lines
            let times = told.compactMap { $0.between(#""time":""#, "\"") }
            #expect(times.count == told.count && times == times.sorted())
            // The walk tells the same in every round, whenever that is.
            let other = AsOfNowTests()
            _ = try other.configure(speed: "200000")
            let undisturbed = ResumingListener(other.workshop)
            try await withDaemon(other.workshop) { _ in
                try await eventually(undisturbed.lines) { $0.count >= told.count }
            }
            undisturbed.stop()
            let expected = undisturbed.lines.prefix(told.count)
            #expect(told.map(what) == expected.map(what))
        }

        @Test func `what can be read only once keeps its times, and says so`() async throws {
            _ = try configure()
            let finished = try await run(
                .geofenced,
                ["--config", workshop.file("geofenced.toml"), "--source", "nmea:-", "--now"])
            #expect(finished.status == 1)
            #expect(
                finished.errors.has(
                    "now: nmea:-: can be read only once, so its times stay: name a file, or leave "
                        + "now out"))
        }

        @Test func `a replay may be as of now as well`() async throws {
            let walk = ["replay", Repository.walk, "--regions", Repository.walkRegions]
            let usual = try await run(.geofencectl, walk)
            let moved = try await run(.geofencectl, walk + ["--now"])
            #expect(moved.status == 0)
            // A deal of the trace's own day is not of today.
            #expect(moved.lines.count < usual.lines.count && !moved.lines.isEmpty)
            #expect(!moved.output.has("2026-05-01"))
            let refused = try await run(.geofencectl, ["replay", "-", "--now"])
            #expect(refused.status == 64)
            #expect(refused.errors.has("--now: reads the traces twice"))
        }

        /// What happened where, without when.
        private func what(_ line: String) -> [String?] {
            [line.between(#""type":""#, "\""), line.between(#""subject":""#, "\"")]
        }
    }
}
