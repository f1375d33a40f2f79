import Community
import MQTT
import SQLite
import TestSupport
import Testing

extension SystemTests {
    /// What a table `[[webhook]]` of gateway.toml means.
    struct WebhookTests {
        private let workshop = Workshop()

        /// A phone of this name comes to the station, in the last minutes.
        private func arrive(_ device: String) async throws {
            let pushed = try await shell(
                """
                set -e
                ask() { curl -sS --fail-with-body --unix-socket \(workshop.control) "$@"; }
                ask -X PUT --json '{}' http://x/v1/devices/\(device)
                now=$(date +%s)
                for ago in 240 180 120 60; do
                    printf '{"time": "%s", "lat": 52.3786, "lon": 4.9003, "accuracy": 8}\\n' \
                        "$(date -u -d "@$((now - ago))" +%FT%TZ)"
                done | ask -H 'Content-Type: application/x-ndjson' --data-binary @- \
                    http://x/v1/devices/\(device)/positions
                """)
            #expect(pushed.status == 0, "\(pushed)")
        }

        private func next(_ program: BadServer) async throws -> BadServer.Request {
            try #require(await program.requests.first { _ in true })
        }

        @Test func `without devices it is told of all, until it answers 410`() async throws {
            try workshop.configure()
            let program = try BadServer([.status("410 Gone"), .fine])
            let gateway = try await Gateway(in: workshop)
            let table = "[[webhook]]\nurl = \"\(program.url)/told\"\n"
            func webhook() async throws -> EndpointState? {
                try await gateway.ways().first { $0.kind == .webhook }
            }
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                try gateway.configure(tables: table)
                try await gateway.run { _ in
                    // Notices of before it is known are not told.
                    let state = try Connection(
                        path: "\(gateway.state)/\(GatewayDatabase.fileName)", mode: .readOnly)
                    try await eventually(state.integer("SELECT count(*) FROM target")) { $0 == 1 }
                    try await arrive("van")
                    #expect(try await next(program).body.has(#""device":"van""#))
                    try await eventually(await webhook()) { $0?.error == "answers 410" }
                    try await arrive("bus")
                    let status = try await shell(
                        "geofencectl gateway status --gateway-socket \(gateway.socket)")
                    let line = status.lines.first { $0.has("webhook") } ?? ""
                    #expect(line.has("has ended") && !line.has("wait"), "\(status)")
                }
                try await gateway.run { _ in
                    try await eventually(await webhook()) { $0?.error == "it has said so before" }
                }
                try gateway.configure(tables: table + "transitions = [\"enter\"]\n")
                try await gateway.run { _ in
                    try await eventually(await webhook()) { $0?.works == true }
                    #expect(try await next(program).body.has(#""device":"van""#))
                }
            }
        }
    }
}
