import Geofencing
import Glibc
import Posix
import SQLite
import Testing

@testable import geofencectl

/// What is found without a program.
@Suite struct FindingTests {
    private let workshop = Workshop()

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

    @Test func `of a server of places it is said how old what is here is`() {
        let noon = Timestamp(iso8601: "2026-05-01T12:00:00Z")!
        var way = GatewayStatus.Way(
            id: "places/shops", kind: "places", name: "shops", works: true, behind: 0,
            counts: ["requests": 7])
        way.kept = .init(
            contents: "places", cells: 5, faulty: 1, oldest: noon, newest: noon + 3600,
            credit: "© Somebody\u{1B}")
        let status = GatewayStatus(
            version: "1", started: noon, daemon: "works", ways: [way])
        let lines = status.lines(at: noon + 7200, Style(isColoured: false)).dropFirst(2)
        #expect(lines.first == "    places shops: works; 7 requests")
        #expect(
            lines.dropFirst().first?.hasPrefix(
                "           places of 5 cells, as the server had them from ") == true)
        #expect(
            lines.dropFirst().first?.hasSuffix("; 1 could not be renewed, and stay as they were")
                == true)
        #expect(lines.last?.contains("© Somebody") == true)
        #expect(lines.last?.contains("\u{1B}") == false)
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
