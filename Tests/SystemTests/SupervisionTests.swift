import Glibc
import Posix
import Subprocess
import Synchronization
import TestSupport
import Testing

extension SystemTests {
    struct SupervisionTests {
        private let workshop = Workshop()

        @Test(arguments: [false, true])
        func `systemd is told when it serves, reloads and stops`(isAbstract: Bool) async throws {
            try workshop.configure()
            let systemd = try SupervisorSocket(workshop, isAbstract: isAbstract)
            try await withDaemon(workshop, environment: ["NOTIFY_SOCKET": systemd.name]) { daemon in
                let ready = try await systemd.message()
                #expect(ready.lines.first == "READY=1")
                #expect(ready.lines.last?.hasPrefix("STATUS=") == true)
                close(try SocketPath(workshop.socket).connect())
                close(try SocketPath(workshop.control).connect())

                try daemon.send(.terminalClosed)
                let reloading = try await systemd.message(with: "RELOADING=1")
                let time = reloading.between("MONOTONIC_USEC=", "\n").flatMap { Int($0) }
                #expect(try #require(time) > 0)
                #expect(try await systemd.message(with: "READY=1") == "READY=1")

                try daemon.send(.terminate)
                _ = try await systemd.message(with: "STOPPING=1")
            }
        }

        /// It waits for them, until the time limit.
        @Test func `signs of life come as long as there is nothing to do`() async throws {
            try workshop.configure()
            let systemd = try SupervisorSocket(workshop)
            try await withDaemon(workshop, environment: systemd.watchdog) { _ in
                var (alive, status) = (0, "")
                while alive < 5 || !status.has("1013 of 1013 positions accepted from nmea:") {
                    let message = try await systemd.message()
                    if message == "WATCHDOG=1" { alive += 1 }
                    if message.hasPrefix("STATUS=") { status = message }
                }
            }
        }

        @Test func `systemd is told what is wrong with the receiver`() async throws {
            let port = try freePort()
            try workshop.configure(source: "gpsd:127.0.0.1:\(port)")
            let systemd = try SupervisorSocket(workshop)
            try await withDaemon(workshop, environment: systemd.watchdog) { _ in
                let status = try await systemd.message(with: "STATUS=no gpsd")
                #expect(
                    status == "STATUS=no gpsd: 127.0.0.1:\(port): connection refused; "
                        + "inside 0 of 0 regions")
            }
        }

        @Test(arguments: ["relative", "", "@", "/nobody/is/there"])
        func `a daemon that nobody supervises runs all the same`(_ name: String) async throws {
            try workshop.configure()
            let environment = ["NOTIFY_SOCKET": name]
            let status = try await withDaemon(workshop, environment: environment) { _ in
                let answer = try await run(.geofencectl, ["status", "--socket", workshop.control])
                #expect(answer.status == 0)
            }
            #expect(status == 0)
        }

        @Test(.enabled(if: activation != nil, "systemd-socket-activate is not installed"))
        func `sockets that systemd passes are found by name, and stay`() async throws {
            try workshop.configure()
            let notices = workshop.file("passed-notices")
            let control = workshop.file("passed-control")
            let status = try await withShell(
                #"""
                exec systemd-socket-activate -E TSAN_OPTIONS -E LLVM_PROFILE_FILE -l "$1" -l "$2" \
                    --fdname=control:notifications \
                    "$3/geofenced" --config "$4"
                """#,
                [control, notices, "\(Program.folder)", workshop.file("geofenced.toml")]
            ) { daemon in
                _ = try await daemon.message(with: "Listening on")
                try await eventually(SocketPath(control).connectIfListening()) { $0 != nil }
                #expect(
                    try await daemon.message(with: "notifications.socket")
                        .has("systemd's socket is used instead of the configured one"))
                let listening = try await daemon.message(with: ": listening")
                #expect(listening.has("notifications=\(notices)"))
                #expect(listening.has("control=\(control)"))
                let answer = try await run(.geofencectl, ["status", "--socket", control])
                #expect(answer.status == 0)
                try daemon.send(.terminate)
            }
            #expect(status == 0)
            #expect(workshop.names.contains("passed-notices"))
            #expect(!workshop.names.contains("socket"))
        }
    }
}

/// The program of systemd that passes sockets; `nil` if it is not there.
let activation: String? = {
    let path = "/usr/bin/systemd-socket-activate"
    return access(path, X_OK) == 0 ? path : nil
}()

/// Where systemd listens to what services tell it.
final class SupervisorSocket: Sendable {
    /// For `NOTIFY_SOCKET`.
    let name: String
    private let descriptor: Int32
    /// The last message.
    private let last = Mutex<[UInt8]>([])

    /// Of a daemon that gives a sign of life every tenth of a second.
    var watchdog: [String: String?] { ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "200000"] }

    init(_ workshop: Workshop, isAbstract: Bool = false) throws {
        name = (isAbstract ? "@" : "") + workshop.file("systemd")
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: name.utf8)
            if isAbstract { $0[0] = 0 }
        }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        guard descriptor >= 0, bound == 0 else { throw Errno.current }
    }

    deinit { close(descriptor) }

    /// The next; waits for it.
    func message() async throws -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        try await readable(descriptor, after: last.withLock(\.self))
        let count = recv(descriptor, &bytes, bytes.count, 0)
        last.withLock { $0 = Array(bytes.prefix(max(0, count))) }
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Waits for so many signs of life from now on.
    func signs(_ count: Int) async throws {
        while isReadable(descriptor) { _ = try await message() }
        for _ in 0..<count { while try await message() != "WATCHDOG=1" {} }
    }

    /// The next with `text` in it.
    func message(with text: String) async throws -> String {
        while true {
            let message = try await message()
            if message.has(text) { return message }
        }
    }
}
