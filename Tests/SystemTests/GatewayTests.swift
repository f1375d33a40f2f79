import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    struct GatewayTests {
        @Test(arguments: [false, true])
        func `both sockets answer, also without geofenced, and that is said once`(
            hasTLS: Bool
        ) async throws {
            let gateway = try await Gateway(hasTLS: hasTLS)
            let status = try await gateway.run { running in
                #expect(try await gateway.isWell())
                let local = try await shell(
                    "curl -sS --unix-socket \(gateway.socket) http://localhost/health")
                #expect(local.output == #"{"status":"ok"}"#)
                #expect(
                    try await running.message(with: "geofenced does not answer")
                        .has("warning: geofenced does not answer error=cannot reach geofenced"))
            }
            #expect(status == 0)
            #expect(!gateway.workshop.names.contains("gateway.sock"))
        }

        @Test func `what it keeps is for its account alone`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { _ in
                var status = stat()
                #expect(stat(gateway.state, &status) == 0)
                #expect(status.st_mode & 0o777 == 0o700)
                #expect(stat(gateway.socket, &status) == 0)
                #expect(status.st_mode & 0o777 == 0o660)
            }
        }

        @Test func `the page stays whole while an upgrade takes its files away`() async throws {
            let gateway = try await Gateway()
            let page = gateway.workshop.file("page")
            let built = "\(Program.folder)/geofenced_PageFiles.resources/page"
            #expect(try await shell("cp -r \(built) \(page)").status == 0)
            try gateway.configure(tables: "[page]\nfiles = \"\(page)\"")
            try await gateway.run { _ in
                #expect(try await shell("rm -r \(page)").status == 0)
                let curl = "curl -sS --unix-socket \(gateway.socket) http://localhost"
                let view = try await shell("\(curl)/deals").output
                let script = try await shell("\(curl)/page.js").output
                #expect(view.has("<!doctype html>") && script.has("import "))
            }
            let without = try await run(.gateway, ["--config", gateway.file])
            #expect(without.status == 1)
            #expect(
                without.errors == "geofenced-gateway: error: page.files: \(page): cannot be "
                    + "opened: no such file or directory\n")
        }

        @Test func `a second gateway, or another program at the port, is one line`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { running in
                let second = try await run(.gateway, ["--config", gateway.file])
                #expect(second.status == 1)
                #expect(
                    second.errors == "geofenced-gateway: error: state_directory: \(gateway.state): "
                        + "process \(running.identifier) uses it: stop it first, or choose another "
                        + "directory\n")
                let other = try await Gateway()
                try other.workshop.write(
                    "gateway.toml",
                    """
                    listen = "127.0.0.1:\(gateway.port)"
                    state_directory = "\(other.state)"
                    socket = "\(other.socket)"
                    """)
                let third = try await run(.gateway, ["--config", other.file])
                #expect(third.status == 1)
                #expect(
                    third.errors == "geofenced-gateway: error: listen: 127.0.0.1:\(gateway.port): "
                        + "another program listens there: stop it, or choose another port\n")
            }
        }

        @Test(arguments: [
            (
                "x = 1\n",
                "1: x: is unknown: use one of listen, public_url, certificate, key, "
                    + "plain_http, state_directory, socket, daemon, people, page, phones, routes, "
                    + "deals, places, ntfy, mqtt, webhook"
            ),
            (
                "listen = \"0.0.0.0:1\"\n",
                "1: listen: 0.0.0.0:1 can be reached from elsewhere: use "
                    + "certificate and key, or plain_http = true behind a proxy that has them"
            ),
            (
                "certificate = \"/etc/hostname\"\nkey = \"SECRET\"\n",
                "1: certificate: /etc/hostname: "
                    + "is no certificate: use one in PEM, with those above it"
            ),
            (
                "certificate = \"CERTIFICATE\"\nkey = \"SECRET\"\n",
                "2: key: SECRET: is no private "
                    + "key: use one in PEM, without a passphrase"
            ),
            (
                "certificate = \"CERTIFICATE\"\nkey = \"LOCKED\"\n",
                "2: key: LOCKED: is no private "
                    + "key: use one in PEM, without a passphrase"
            ),
            (
                "certificate = \"CERTIFICATE\"\nkey = \"OTHER\"\n",
                "2: key: OTHER: is not the key of "
                    + "CERTIFICATE: use the one that belongs to it"
            ),
        ])
        func `a fault is told with line and key, at the start and by --check-config`(
            text: String, expected: String
        ) async throws {
            let gateway = try await Gateway(hasTLS: true)
            let folder = gateway.workshop
            let other = try await shell(
                """
                openssl genpkey -quiet -algorithm ED25519 -out \(folder.file("OTHER"))
                openssl genrsa -aes128 -passout pass:x -out \(folder.file("LOCKED")) 2048
                chmod 600 \(folder.file("OTHER")) \(folder.file("LOCKED"))
                """)
            #expect(other.status == 0, "\(other)")
            try folder.write("SECRET", "no key\n")
            func here(_ text: String) -> String {
                var text = text.replacing("CERTIFICATE", with: folder.file("certificate"))
                for name in ["SECRET", "OTHER", "LOCKED"] {
                    text = text.replacing(name, with: folder.file(name))
                }
                return text
            }
            try folder.write("gateway.toml", here(text))
            for arguments in [["--check-config"], []] {
                let finished = try await run(.gateway, ["--config", gateway.file] + arguments)
                #expect(finished.status == 1)
                #expect(
                    finished.errors
                        == "geofenced-gateway: error: \(gateway.file):\(here(expected))\n")
            }
        }

        @Test func `a right configuration is said to be right`() async throws {
            let gateway = try await Gateway(hasTLS: true)
            let finished = try await run(.gateway, ["--config", gateway.file, "--check-config"])
            #expect(
                finished == Finished(status: 0, output: "\(gateway.file): is right\n", errors: ""))
            let example = "\(Repository.root)/gateway.toml"
            let right = try await run(.gateway, ["--config", example, "--check-config"])
            #expect(right == Finished(status: 0, output: "\(example): is right\n", errors: ""))
        }

        @Test func `a reload says what is wrong, and what needs a restart`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { running in
                try gateway.configure("sokcet = \"x\"\n")
                try running.send(.terminalClosed)
                let fault = try await running.message(with: "not reloaded")
                #expect(
                    fault == "geofenced-gateway: error: configuration not reloaded "
                        + "error=\(gateway.file):5: sokcet: is unknown: did you mean 'socket'?")
                try gateway.configure("plain_http = true\n")
                try running.send(.terminalClosed)
                _ = try await running.message(with: "notice: configuration reloaded")
                #expect(
                    try await running.message(with: "restart")
                        .hasSuffix("some settings change only at a restart keys=plain_http"))
                #expect(try await gateway.isWell())
            }
        }

        @Test(arguments: [false, true])
        func `systemd is told when it serves, lives, reloads and stops`(
            isAbstract: Bool
        ) async throws {
            let gateway = try await Gateway()
            let systemd = try SupervisorSocket(gateway.workshop, isAbstract: isAbstract)
            try await gateway.run(environment: systemd.watchdog) { running in
                let ready = try await systemd.message()
                #expect(ready.lines.first == "READY=1")
                #expect(ready.lines.last?.hasPrefix("STATUS=serving") == true)
                #expect(try await gateway.isWell())
                _ = try await systemd.message(with: "STATUS=serving, without geofenced: ")
                try await systemd.signs(5)

                try running.send(.terminalClosed)
                let reloading = try await systemd.message(with: "RELOADING=1")
                #expect(reloading.has("MONOTONIC_USEC="))
                _ = try await systemd.message(with: "READY=1")

                try running.send(.terminate)
                _ = try await systemd.message(with: "STOPPING=1")
            }
        }

        @Test(.enabled(if: activation != nil, "systemd-socket-activate is not installed"))
        func `sockets that systemd passes are found by name, and stay`() async throws {
            let gateway = try await Gateway()
            let (port, other) = (try freePort(), try freePort())
            let passed = gateway.workshop.file("passed")
            let status = try await activate(
                ["127.0.0.1:\(port)", passed, "[::1]:\(other)"], "page:gateway:page", gateway
            ) { running in
                _ = try await running.message(with: "Listening on")
                try await eventually(SocketPath(passed).connectIfListening()) { $0 != nil }
                #expect(
                    try await running.message(with: "key=listen")
                        .hasSuffix(
                            "systemd's socket is used instead of the configured one key=listen "
                                + "socket=127.0.0.1:\(port)"))
                _ = try await running.message(with: "key=socket socket=\(passed)")
                let listening = try await running.message(with: "notice: listening")
                #expect(
                    listening.hasSuffix(
                        "page=http://127.0.0.1:\(port), http://[::1]:\(other)"))
                for place in ["127.0.0.1:\(port)", "[::1]:\(other)"] {
                    let answer = try await shell("curl -sS http://\(place)/health")
                    #expect(answer.output == #"{"status":"ok"}"#)
                }
                try running.send(.terminate)
            }
            #expect(status == 0)
            #expect(gateway.workshop.names.contains("passed"))
        }

        @Test(.enabled(if: activation != nil, "systemd-socket-activate is not installed"))
        func `a port that others can reach is not served without TLS, whoever opened it`()
            async throws
        {
            let gateway = try await Gateway()
            let port = try freePort()
            let status = try await activate(["0.0.0.0:\(port)"], "page", gateway) { running in
                _ = try await running.message(with: "Listening on")
                _ = try LocalClient(port: port)
                #expect(
                    try await running.message(with: "error")
                        == "geofenced-gateway: error: listen: systemd's socket 0.0.0.0:\(port) can be "
                        + "reached from elsewhere: use certificate and key, or plain_http = true "
                        + "behind a proxy that has them")
            }
            #expect(status == 1)
        }

        private func activate(
            _ sockets: [String], _ names: String, _ gateway: Gateway,
            _ body: (Running) async throws -> Void
        ) async throws -> Int {
            let listening = sockets.map { "-l '\($0)'" }.joined(separator: " ")
            return try await withShell(
                """
                exec systemd-socket-activate -E TSAN_OPTIONS -E LLVM_PROFILE_FILE \(listening) \
                    --fdname=\(names) "$1/geofenced-gateway" --config "$2"
                """, ["\(Program.folder)", gateway.file], body)
        }
    }
}
