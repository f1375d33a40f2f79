import Geofencing
import Glibc
import Posix
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
                #expect(finished.lines.count == 7)
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

        @Test func `a fault of the configuration is the first to mend`() async throws {
            let file = try workshop.write("geofenced.toml", "speed = \"fast\"\nwrong = 1\n")
            let finished = try await doctor()
            #expect(finished.status == 1)
            #expect(finished.lines[0].hasPrefix("problem  configuration  \(file):1: speed: "))
            #expect(finished.lines[0].has("(and 1 more): mend it"))
            #expect(finished.lines.count == 2)
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
            let gpsd = try FakeGPSD()
            try workshop.configure(source: "gpsd:127.0.0.1:\(gpsd.port)")
            async let finished = doctor()
            try await gpsd.answer(([Self.version] + lines).joined(separator: "\n") + "\n")
            let findings = try await finished.lines.filter {
                $0.has(" gpsd     ") || $0.has(" receiver ")
            }
            #expect(findings.map { String($0.prefix { $0 != " " }) } == states)
            #expect(findings.first?.has("gpsd 3.22 answers at 127.0.0.1:\(gpsd.port)") == true)
            #expect(findings.last?.has(text) == true)
        }

        @Test func `whoever is no gpsd is known by its first words`() async throws {
            let other = try FakeGPSD()
            try workshop.configure(source: "gpsd:127.0.0.1:\(other.port)")
            async let finished = doctor()
            try await other.answer("220 mail ready\n")
            #expect(try await finished.output.has("whoever listens there is not gpsd"))
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

/// Says what it is told to the first who connects.
private final class FakeGPSD: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else { throw Posix.Errno.current }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    func answer(_ text: String) async throws {
        try await eventually {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, 0) > 0
        }
        let client = accept(descriptor, nil, nil)
        let bytes = Array(text.utf8)
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        // Until it has gone: it may want to hear more.
        try await eventually {
            var state = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
            guard poll(&state, 1, 0) > 0 else { return false }
            var buffer = [UInt8](repeating: 0, count: 256)
            return recv(client, &buffer, buffer.count, 0) <= 0
        }
        close(client)
    }
}
