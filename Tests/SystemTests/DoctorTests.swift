import Geofencing
import Glibc
import Posix
import SQLite
import Subprocess
import SystemPackage
import Testing

@testable import geofencectl

extension SystemTests {
    struct DoctorTests {
        private let workshop = Workshop()

        private func doctor(_ more: String...) async throws -> Finished {
            try await run(
                .geofencectl, ["doctor", "--config", workshop.file("geofenced.toml")] + more)
        }

        @Test func `where all is well, it says so`() async throws {
            let file = try workshop.configure()
            try await withDaemon(workshop) { _ in
                let finished = try await doctor()
                #expect(finished.status == 0, "\(finished)")
                #expect(finished.lines[0] == "ok       configuration  \(file) is right")
                #expect(finished.lines.count == 8)
                #expect(finished.lines.allSatisfy { $0.hasPrefix("ok ") })
                let json = try await doctor("--json")
                #expect(json.output.hasPrefix(#"{"checks":[{"check":"configuration","#))
                #expect(json.output.has(#""ok":true"#))
            }
        }

        @Test func `without a daemon and gpsd, it says what to do`() async throws {
            try workshop.configure(source: "gpsd:localhost:1")
            let finished = try await doctor()
            #expect(finished.status == 1)
            #expect(finished.errors == "")
            let problems = finished.lines.filter { $0.hasPrefix("problem") }
            #expect(problems.count == 2)
            let start = "no such file or directory: geofenced --config "
            #expect(problems[0].has(start + workshop.file("geofenced.toml")))
            #expect(problems[1].has("gpsd           localhost:1: connection refused: gpsd "))
        }

        @Test func `a fault of the configuration is the first to mend`() async throws {
            let file = try workshop.write("geofenced.toml", "speed = \"fast\"\nwrong = 1\n")
            let finished = try await doctor()
            #expect(finished.status == 1)
            #expect(finished.lines[0].hasPrefix("problem  configuration  \(file):1: speed: "))
            #expect(finished.lines[0].has("(and 1 more): mend it"))
            #expect(finished.lines.count == 2)
        }

        @Test func `notices that wait are a problem, and the room that there is for them`()
            async throws
        {
            let finished = try await doctor(
                whenTheDaemonSays: """
                    {"version":"0.1.0","places":3,"notifications":{"waiting":12,\
                    "problem":"notifications.sqlite: the disk is full: make room and try again"}}
                    """)
            let lines = finished.lines
            #expect(finished.status == 1)
            #expect(
                lines.filter { $0.has(" notifications ") } == [
                    "problem  notifications  12 notices wait, kept in memory alone: "
                        + "notifications.sqlite: the disk is full: make room and try again: "
                        + "mend that: then they are written and told; do not stop the daemon before"
                ])
            #expect(lines.contains { $0.hasPrefix("ok       disk") && $0.has(workshop.state) })
        }

        /// What doctor says of fixes when the daemon answers this of its source.
        private func fixes(_ source: String, _ fixes: String) async throws -> [String] {
            try await doctor(
                whenTheDaemonSays: """
                    {"version":"0.1.0","places":3,"notifications":{"waiting":0},
                    "source":{"location":"nmea:walk","live":\(source)},"fixes":{\(fixes)}}
                    """
            ).lines.filter { $0.has(" fixes ") }
        }

        /// `status`: what `/v1/status` answers.
        private func doctor(whenTheDaemonSays status: String) async throws -> Finished {
            try workshop.configure()
            mkdir(workshop.state, 0o700)
            let daemon = try LocalServer(path: workshop.control)
            async let finished = doctor()
            let client = try await daemon.accept()
            _ = try await client.hear()
            client.send(
                """
                HTTP/1.1 200 OK\r
                Content-Type: application/json\r
                Connection: close\r
                \r
                \(status)
                """)
            client.hangUp()
            return try await finished
        }

        @Test(arguments: [
            (
                #"true,"state":"too_coarse","seconds":300.5"#,
                #""reports":420,"accepted":20,"dropped":{"accuracy":390,"jump":10}"#,
                "none counts for 5 min, 20 of 420 reports accepted so far, dropped: 390 accuracy, "
                    + "10 jump: give it a clear view of the sky, or raise fixes.max_accuracy, which is "
                    + "20 m"
            ),
            (
                #"true,"state":"starting","seconds":5"#,
                #""reports":5,"accepted":0,"dropped":{"unknown_accuracy":5}"#,
                "none counts, 0 of 5 reports accepted so far, dropped: 5 unknown accuracy: it does "
                    + "not say how accurate they are: fixes.unknown_accuracy = \"accept\" takes them "
                    + "all the same"
            ),
            (
                #"true,"state":"unusable","seconds":61"#,
                #""reports":60,"accepted":0,"dropped":{"no_position":40,"no_time":20}"#,
                "none counts for 61 s, 0 of 60 reports accepted so far, dropped: 40 no position, "
                    + "20 no time: it tells no time that can be one: set this computer's clock, by "
                    + "which they are dated then"
            ),
            (
                "false", #""reports":60,"accepted":0,"dropped":{"accuracy":60}"#,
                "none counts, 0 of 60 reports accepted so far, dropped: 60 accuracy: raise "
                    + "fixes.max_accuracy, which is 20 m"
            ),
            (
                "false", #""reports":60,"accepted":0,"dropped":{"null_island":60}"#,
                "none counts, 0 of 60 reports accepted so far, dropped: 60 null island: "
                    + "geofencectl fixes --source nmea:walk shows each"
            ),
            (
                #"true,"state":"working","seconds":5"#,
                #""reports":60,"accepted":1,"dropped":{"accuracy":59}"#, nil
            ),
            (
                #"true,"state":"no_fix","seconds":5"#,
                #""reports":60,"accepted":0,"dropped":{"no_position":60}"#, nil
            ),
            ("false", #""reports":0,"accepted":0,"dropped":{}"#, nil),
        ])
        func `where no fix counts, it says why, and what to do`(
            source: String, counts: String, finding: String?
        ) async throws {
            let lines = try await fixes(source, counts)
            #expect(lines == [finding.map { "problem  fixes          \($0)" }].compactMap(\.self))
        }

        @Test func `a receiver that is too coarse is found, with a real daemon`() async throws {
            try workshop.configure(more: "[fixes]\nmax_accuracy = 0.1\n")
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let finished = try await doctor()
                #expect(finished.status == 1)
                #expect(
                    finished.lines.contains {
                        $0.hasPrefix("problem  fixes          none counts, 0 of 1013 reports")
                            && $0.hasSuffix("raise fixes.max_accuracy, which is 0.1 m")
                    }, "\(finished)")
            }
        }

        @Test func `gpsd is looked for where it is said to be`() async throws {
            let gpsd = try LocalServer()
            try workshop.configure(source: "gpsd:192.0.2.1:\(gpsd.port)")
            let away = try await doctor().lines.filter { $0.has(" gpsd     ") }
            #expect(away.count == 1)
            #expect(away.allSatisfy { !$0.has("apt install") && $0.has("start gpsd there") })
            try workshop.configure(source: "gpsd:127.0.0.1:1")
            let other = try await doctor().lines.filter { $0.has(" gpsd     ") }
            #expect(other.count == 1)
            #expect(other.allSatisfy { !$0.has("apt install") && $0.has("mend source") })
        }

        @Test func `a receiver that gpsd does not have is one to mend`() async throws {
            let gpsd = try LocalServer()
            try workshop.configure(source: "gpsd:127.0.0.1:\(gpsd.port):/dev/ttyUSB7")
            async let finished = doctor()
            let guest = try await gpsd.accept()
            guest.send(
                [
                    Self.version, #"{"class":"DEVICES","devices":[{"path":"/dev/ttyACM0"}]}"#,
                    #"{"class":"TPV","device":"/dev/ttyACM0","mode":3}"#,
                ].joined(separator: "\n") + "\n")
            let output = try await finished.output
            withExtendedLifetime(guest) {}
            #expect(output.has("gpsd has /dev/ttyACM0, and not /dev/ttyUSB7, which source names"))
        }

        /// Whether this account may let a program run as another.
        private static let isRoot = geteuid() == 0

        @Test(.enabled(if: isRoot, "only root can run a program as nobody"))
        func `a database that this account may not read is no damage`() async throws {
            try workshop.configure()
            mkdir(workshop.state, 0o755)
            chmod(workshop.state, 0o755)
            try workshop.write("state/places.sqlite", "")
            chmod(workshop.file("state/places.sqlite"), 0o600)
            chmod(workshop.path, 0o755)
            chmod(workshop.file("geofenced.toml"), 0o644)
            let finished = try await shell(
                "setpriv --reuid 65534 --clear-groups geofencectl doctor --config "
                    + workshop.file("geofenced.toml"))
            #expect(!finished.output.has("move it away"))
            #expect(
                finished.output.has(
                    "unknown  database       \(workshop.state)/places.sqlite may be read by these "
                        + "alone: root: sudo geofencectl doctor\n"))
        }

        @Test func `a directory that the daemon cannot make is a problem`() async throws {
            let folder = workshop.file("missing")
            let file = try workshop.write(
                "geofenced.toml",
                """
                source = "nmea:\(Repository.walk)"
                state_directory = "\(folder)/state"
                [control]
                socket = "\(folder)/control"
                [notifications]
                socket = "\(folder)/socket"
                """)
            let lines = try await doctor().lines
            #expect(
                lines.contains(
                    "problem  database       \(folder)/state is not there, and the daemon cannot "
                        + "make it: \(folder) is not there: mkdir -p \(folder)"))
            #expect(
                lines.contains(
                    "problem  daemon         nobody answers at \(folder)/control: \(folder) is not "
                        + "there: mkdir -p \(folder), then geofenced --config \(file)"))
            mkdir(folder, 0o700)
            #expect(
                try await doctor().lines.contains(
                    "unknown  database       \(folder)/state is not there yet: the daemon makes it")
            )
        }

        private static let version = #"{"class":"VERSION","release":"3.22","proto_major":3}"#

        @Test(arguments: [
            (
                [#"{"class":"DEVICES","devices":[]}"#], ["ok", "problem"],
                "gpsd has none: plug it in"
            ),
            (
                [
                    #"{"class":"DEVICES","devices":[{"path":"/dev/ttyACM0"}]}"#,
                    #"{"class":"TPV","mode":1}"#, #"{"class":"TPV","mode":3}"#,
                ],
                ["ok", "ok"], "/dev/ttyACM0 has a fix"
            ),
        ])
        func `gpsd's receivers are looked at`(
            lines: [String], states: [String], text: String
        ) async throws {
            let gpsd = try LocalServer()
            try workshop.configure(source: "gpsd:127.0.0.1:\(gpsd.port)")
            async let finished = doctor()
            let guest = try await gpsd.accept()
            guest.send(([Self.version] + lines).joined(separator: "\n") + "\n")
            let findings = try await finished.lines.filter {
                $0.has(" gpsd     ") || $0.has(" receiver ")
            }
            withExtendedLifetime(guest) {}
            #expect(findings.map { String($0.prefix { $0 != " " }) } == states)
            #expect(findings.first?.has("gpsd 3.22 answers at 127.0.0.1:\(gpsd.port)") == true)
            #expect(findings.last?.has(text) == true)
        }

        @Test func `whoever is no gpsd is known by its first words`() async throws {
            let other = try LocalServer()
            try workshop.configure(source: "gpsd:127.0.0.1:\(other.port)")
            async let finished = doctor()
            let guest = try await other.accept()
            guest.send("220 mail ready\n")
            #expect(try await finished.output.has("whoever listens there is not gpsd"))
            withExtendedLifetime(guest) {}
        }

        @Test func `a source that cannot be is one to mend`() async throws {
            try workshop.configure(source: "gpsd:a:b")
            let finished = try await doctor()
            #expect(finished.status == 1)
            #expect(finished.output.has("problem  source         'b' is not a port: use a number"))
        }
    }

    struct NextStepTests {
        @Test func `without a command, it says what to do next`() async throws {
            let finished = try await run(.geofencectl, [])
            #expect(finished.status == 0)
            #expect(finished.errors == "")
            #expect(finished.lines.last?.has("geofencectl doctor") == true)
            #expect(finished.lines.contains { $0.hasPrefix("  ") })
        }
    }
}
