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
            #expect(problems[1].has("gpsd           localhost:1: connection refused: sudo apt"))
        }

        @Test(
            arguments: [
                ("max_queued_messages 0\npersistence true\n", nil),
                ("", "max_queued_messages 0 and persistence true"),
                ("# max_queued_messages 0\npersistence true", "max_queued_messages 0"),
                ("max_queued_messages 0\n\tpersistence  false", "persistence true"),
                (
                    "max_queued_messages 0\npersistence true\nmax_queued_messages 50",
                    "max_queued_messages 0"
                ),
            ] as [(String, String?)])
        func `what a mosquitto would drop is a problem`(text: String, missing: String?) {
            let finding = BrokerFile.finding(of: BrokerFile.words(text))
            #expect(finding.state == (missing == nil ? .ok : .problem))
            let start = missing.map { "write \($0) into /etc/mosquitto/conf.d/geofenced.conf" }
            #expect(finding.remedy?.hasPrefix(start ?? "-") == start.map { _ in true })
        }

        @Test func `the folders that a mosquitto's configuration includes are read`() throws {
            let folder = workshop.file("conf.d")
            mkdir(folder, 0o700)
            let file = try workshop.write(
                "mosquitto.conf", "persistence true\ninclude_dir \(folder)\n")
            func state(of file: String) -> Finding.State? {
                BrokerFile(file, broker: "localhost:1883").finding?.state
            }
            #expect(state(of: file) == .problem)
            try workshop.write("conf.d/mine.conf", "max_queued_messages 0\n")
            try workshop.write("conf.d/mine.off", "max_queued_messages 9\n")
            #expect(state(of: file) == .ok)
            #expect(state(of: workshop.file("none")) == .unknown)
        }

        @Test(
            arguments: [
                ("", "localhost:1883", true), ("", "127.0.0.1:1883", true),
                ("", "::1:1883", true), ("", "broker.example:1883", false),
                ("", "localhost:8883", false), ("", "localhost", false),
                ("listener 8883\nlistener 1884 127.0.0.1", "localhost:8883", true),
                ("listener 8883\nlistener 1884 127.0.0.1", "localhost:1884", true),
                ("listener 8883\nlistener 1884 127.0.0.1", "localhost:1883", false),
                ("port 1885", "localhost:1885", true), ("port 1885", "localhost:1883", false),
            ])
        func `a mosquitto of this machine that is not the gateway's is left alone`(
            text: String, broker: String, isIt: Bool
        ) throws {
            let file = try workshop.write("mosquitto.conf", text)
            #expect((BrokerFile(file, broker: broker).finding != nil) == isIt)
        }

        @Test func `of two ways with one name, each is shown with its id`() {
            func way(_ id: String, _ kind: String = "webhook") -> GatewayStatus.Way {
                GatewayStatus.Way(
                    id: id, kind: kind, name: "https://x.example", works: false, counts: [:])
            }
            let ways = [way("webhook/a"), way("webhook/b"), way("ntfy/c", "ntfy")]
            let shown = ["https://x.example (webhook/a)", "https://x.example (webhook/b)"]
            #expect(
                GatewayFindings.findings(of: ways).map(\.text) == [
                    "webhook \(shown[0]): does not work", "webhook \(shown[1]): does not work",
                    "ntfy https://x.example: does not work",
                ])
            let status = GatewayStatus(
                version: "1", started: Timestamp(milliseconds: 0), daemon: "works", ways: ways)
            let lines = status.lines(at: Timestamp(milliseconds: 0), Style(isColoured: false))
            #expect(
                lines.dropFirst(2) == [
                    "   webhook \(shown[0]): does not work",
                    "   webhook \(shown[1]): does not work",
                    "      ntfy https://x.example: does not work",
                ])
        }

        @Test func `each way of the gateway that does not work is a problem, with what to do`() {
            func way(_ kind: String, _ works: Bool?, _ remedy: String? = nil) -> GatewayStatus.Way {
                GatewayStatus.Way(
                    id: kind, kind: kind, name: "x.example", works: works, behind: 2,
                    error: "refused", remedy: remedy, counts: [:])
            }
            #expect(
                GatewayFindings.findings(of: []).map(\.text) == ["none in or out is in use yet"])
            #expect(
                GatewayFindings.findings(of: [way("mqtt", true), way("ntfy", nil)]).map(\.text)
                    == ["1 in use, all work"])
            #expect(
                GatewayFindings.findings(
                    of: [
                        way("mqtt", false, "look there"), way("webhook", false), way("ntfy", true),
                    ])
                    == [
                        .problem("ways", "mqtt x.example: refused; 2 wait", "look there"),
                        .problem(
                            "ways", "webhook x.example: refused; 2 wait",
                            "it is tried again by itself: geofencectl gateway status"),
                    ])
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
                {"version":"0.1.0","places":3,"notifications":{"waiting":12,\
                "problem":"notifications.sqlite: the disk is full: make room and try again"}}
                """)
            client.hangUp()
            let lines = try await finished.lines
            #expect(try await finished.status == 1)
            #expect(
                lines.filter { $0.has(" notifications ") } == [
                    "problem  notifications  12 notices wait, kept in memory alone: "
                        + "notifications.sqlite: the disk is full: make room and try again: "
                        + "mend that: then they are written and told; do not stop the daemon before"
                ])
            #expect(lines.contains { $0.hasPrefix("ok       disk") && $0.has(workshop.state) })
        }

        @Test(
            arguments: [
                (0, nil, nil), (1, nil, "1 notice waits, kept in memory alone: make room"),
                (
                    2, "disk full",
                    "2 notices wait, kept in memory alone: disk full: make room on the"
                ),
                (0, "disk full", "disk full: df -h /state"),
            ] as [(Int, String?, String?)])
        func `on a full disk there is to be room for them`(
            waiting: Int, problem: String?, words: String?
        ) {
            let state = StateFindings("/state", .me, free: (16 << 20) - 1)
            let finding = state.waiting(WaitingNotices(waiting: waiting, problem: problem))
            #expect((finding == nil) == (words == nil))
            if let words { #expect(finding?.line(Style(isColoured: false)).has(words) == true) }
            #expect(
                state.disk
                    == .problem("disk", "only 15 MB are free for /state", "make room: df -h /state")
            )
            #expect(StateFindings("/state", .me, free: 16 << 20).disk?.state == .ok)
        }

        @Test func `nobody is advised to join group root`() throws {
            let root = DaemonFindings.access(to: "/run/x.sock", group: 0, user: "ann")
            #expect(
                root.line(Style(isColoured: false))
                    == "problem  permissions    /run/x.sock belongs to group root, as of a daemon that "
                    + "root started by hand: use sudo, or run it as a service: "
                    + "sudo systemctl enable --now geofenced")
            let group = try #require(getgrnam("daemon")).pointee.gr_gid
            let other = DaemonFindings.access(to: "/run/x.sock", group: group, user: "ann")
            #expect(
                other.remedy == "sudo usermod -aG daemon ann, then log in again")
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

        @Test(arguments: [
            (SQLiteError.damaged("a", "torn"), true), (.notADatabase("a"), true),
            (.cannotOpen("a", "permission denied"), false), (.busy("a"), false),
            (.needsUpdate("a"), false), (.newer("a"), false), (.inputOutput("a", "b"), false),
        ])
        func `only what is damaged is to be moved away`(error: SQLiteError, isDamaged: Bool) {
            let finding = StateFindings.unreadable(error)
            #expect(finding.state == .problem)
            #expect((finding.remedy?.hasPrefix("move it away") == true) == isDamaged)
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

        @Test(
            arguments: [
                (0o755, 0, 0, false), (0o700, 990, 990, true), (0o500, 990, 0, false),
                (0o775, 0, 990, true), (0o755, 0, 990, false), (0o070, 990, 990, false),
                (0o777, 0, 0, true), (0o772, 0, 0, false),
            ] as [(UInt32, UInt32, UInt32, Bool)])
        func `the mode of its parent says who may make a directory`(
            mode: UInt32, owner: UInt32, group: UInt32, may: Bool
        ) {
            var parent = stat()
            (parent.st_mode, parent.st_uid, parent.st_gid) = (mode, owner, group)
            let service = RunningAccount(name: "geofenced", uid: 990, groups: [990])
            #expect(service.mayWrite(in: parent) == may)
            #expect(RunningAccount(name: "root", uid: 0, groups: [0]).mayWrite(in: parent))
        }

        @Test(arguments: [
            ("/var/lib/geofenced", true), ("/run/geofenced/control.sock", true),
            ("/nonexistent/geofenced", false),
        ])
        func `systemd makes the directories of the service`(path: String, isMade: Bool) {
            #expect((Runner.service.fault(making: path) == nil) == isMade)
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

        @Test(arguments: [
            ("1970-01-01T00:00:10Z", nil, Finding.State.problem),
            ("2026-05-01T12:00:00Z", nil, .ok),
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:03Z", .ok),
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:30Z", .problem),
            ("2026-05-01T12:00:00Z", "2026-04-01T12:00:00Z", .problem),
        ])
        func `the clock is held against the receiver's`(
            now: String, receiver: String?, state: Finding.State
        ) throws {
            let now = try #require(Timestamp(iso8601: now))
            let receiver = receiver.flatMap { Timestamp(iso8601: $0) }
            #expect(Doctor.clock(now: now, receiver: receiver).state == state)
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
