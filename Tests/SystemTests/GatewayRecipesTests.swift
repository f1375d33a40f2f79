import APIClient
import FoundationEssentials
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// What docs/recipes.md says of the gateway does what it says.
    struct GatewayRecipesTests {
        private let workshop = Workshop()
        private let page: Document

        init() throws { page = try Document("docs/recipes.md") }

        private func block(of language: String, with text: String) throws -> String {
            try #require(page.blocks(of: language).first { $0.has(text) })
        }

        /// Runs a daemon and a gateway with `more` in gateway.toml, beside `body`; Anna has a phone.
        private func withPhone(
            _ more: String, _ body: (Gateway) async throws -> Void
        ) async throws {
            try workshop.configure()
            let gateway = try await Gateway(in: workshop)
            try gateway.configure(tables: more)
            try await withDaemon(workshop) { _ in
                try await gateway.run { _ in
                    try await ask("api/people", #"{"name": "Anna", "admin": true}"#)
                    try await ask(
                        "api/phones", #"{"name": "Anna's phone", "id": "annas-phone"}"#, of: "anna")
                    try await eventually(
                        await shell(
                            "curl -sf --unix-socket \(workshop.control) "
                                + "http://localhost/v1/devices/annas-phone")
                    ) { $0.status == 0 }
                    try await body(gateway)
                }
            }
        }

        private func ask(_ path: String, _ body: String, of person: String? = nil) async throws {
            let header = person.map { "-H 'Geofenced-Person: \($0)'" } ?? ""
            let file = try workshop.write("body", body)
            let asked = try await shell(
                "curl -sS --fail-with-body --unix-socket \(workshop.file("gateway.sock")) \(header) "
                    + "-H 'Content-Type: application/json' -d @\(file) http://localhost/\(path)")
            #expect(asked.status == 0, "\(asked)")
        }

        /// The phone is at Starbucks Centraal, for the last minutes.
        private func arrive() async throws {
            let pushed = try await shell(
                """
                now=$(date +%s)
                for ago in 240 180 120 60; do
                    printf '{"time": "%s", "lat": 52.3786, "lon": 4.9003, "accuracy": 8}\\n' \
                        "$(date -u -d "@$((now - ago))" +%FT%TZ)"
                done | curl -sS --fail-with-body --unix-socket \(workshop.control) \
                    -H 'Content-Type: application/x-ndjson' --data-binary @- \
                    http://localhost/v1/devices/annas-phone/positions
                """)
            #expect(pushed.status == 0, "\(pushed)")
        }

        @Test func `the topic at ntfy that the terminal sets gets the message`() async throws {
            let ntfy = try BadServer([.fine])
            let script = try workshop.write("topic", try block(of: "sh", with: "ntfy"))
            try await withPhone("[[ntfy]]\nurl = \"\(ntfy.url)\"") { gateway in
                let set = try await shell("sh \(script) \(gateway.socket) \(ntfy.url)")
                #expect(set.status == 0, "\(set)")
                try await arrive()
                let request = try #require(await ntfy.requests.first { _ in true })
                #expect(request.body.has(#""topic":"anna-9f3k2mq8""#), "\(request.body)")
                #expect(request.body.has("Starbucks Centraal"))
            }
        }

        @Test func `the signed script runs once for a notice, and believes nobody else`()
            async throws
        {
            let python = try workshop.write("told.py", try block(of: "python", with: "is_signed"))
            let port = try freePort()
            let secret = try workshop.write("secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
            let action = try await workshop.program(
                "at-the-shop", "#!/bin/sh\necho \"$1 $2\" >>\(workshop.file("came"))\n")
            #expect(try await shell("chmod 600 \(secret)").status == 0)
            let settings = try block(of: "toml", with: "secret_file").lines.map { line in
                if line.hasPrefix("url") { return "url = \"http://127.0.0.1:\(port)/\"" }
                return line.hasPrefix("secret_file") ? "secret_file = \"\(secret)\"" : line
            }
            try await withShell(
                #"exec python3 "$1" "$2" "$3" "$4""#, [python, "\(port)", secret, action]
            ) { program in
                try await withPhone(settings.joined(separator: "\n")) { _ in
                    try await arrive()
                    try await eventually(try? text(of: workshop.file("came"))) {
                        $0 == "annas-phone Starbucks Centraal\n"
                    }
                    let forged = try await shell(
                        """
                        curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:\(port)/ \
                            -H "webhook-id: x" -H "webhook-timestamp: $(date +%s)" \
                            -H "webhook-signature: v1,AAAA" -d '{}'
                        """)
                    #expect(forged.output == "401")
                }
                try program.send(.terminate)
            }
        }

        private static let hasPrometheus = InputFile.exists("/usr/bin/promtool")

        @Test(.enabled(if: hasPrometheus, "promtool (in prometheus) is not installed"))
        func `Prometheus understands what it is to read`() async throws {
            let file = try workshop.write(
                "prometheus.yml", try block(of: "yaml", with: "scrape_configs"))
            let checked = try await shell("promtool check config --syntax-only \(file)")
            #expect(checked.status == 0, "\(checked)")
        }

        @Test func `each panel of Grafana finds its figure, with the token for it`() async throws {
            let queries = try block(of: "promql", with: "geofenced_gateway").lines
                .filter { !$0.hasPrefix("#") }
            #expect(queries.count > 5)
            try await withPhone("") { gateway in
                func token(_ arguments: [String]) async throws -> String {
                    let socket = ["--gateway-socket", gateway.socket, "--json"]
                    let made = try await run(.geofencectl, arguments + socket)
                    let answer = try JSONDecoder().decode(
                        AnyJSON.self, from: Data(made.output.utf8))
                    return try #require(answer["token"]?.string, "\(made)")
                }
                let phone = try await token(["phones", "token", "annas-phone"])
                // One that is taken, and one that is none.
                let now = try await shell("date +%s").output.trimmed
                for body in [
                    #"{"_type":"location","tst":\#(now),"lat":52.37,"lon":4.9,"acc":8}"#, "no JSON",
                ] {
                    let file = try workshop.write("position", body)
                    let sent = try await gateway.curl(
                        "/owntracks", "-f -u annas-phone:\(phone) -d @\(file)")
                    #expect(sent.status == 0, "\(sent)")
                }
                let figures = try await gateway.curl(
                    "/metrics",
                    "-f -H 'Authorization: Bearer \(try await token(["gateway", "token"]))'")
                for query in queries {
                    let words = query.split { $0 != "_" && !$0.isLetter }
                    let figure = try #require(words.first { $0.hasPrefix("geofenced_") })
                    #expect(figures.output.has("# TYPE \(figure) "), "\(query): \(figures)")
                }
                for what in ["taken", "not_json"] {
                    let figure = #"{id="phones",kind="phones",way="phones",what="\#(what)"} 1"#
                    #expect(
                        figures.lines.contains("geofenced_gateway_way_total\(figure)"),
                        "\(figures)")
                }
            }
        }

        private static let hasBroker = InputFile.exists("/usr/sbin/mosquitto")

        @Test(.enabled(if: hasBroker, "mosquitto is not installed"))
        func `what Home Assistant's automation waits for comes to the broker`() async throws {
            let lines = try block(of: "yaml", with: "trigger: mqtt").lines
            func value(_ key: String) throws -> String {
                let line = try #require(lines.first { $0.has("\(key): ") })
                return String(line.split(separator: ": ", maxSplits: 1)[1])
            }
            // `{{ value_json.a.b }}` of Home Assistant is `\(.a.b)` of jq.
            let wanted = try value("value_template").replacingBraces
            let port = try freePort()
            let settings = try block(of: "toml", with: "[mqtt]").lines.map {
                $0.hasPrefix("url") ? "url = \"mqtt://127.0.0.1:\(port)\"" : $0
            }
            try await withShell("exec /usr/sbin/mosquitto -p \(port) 2>/dev/null", []) { broker in
                try await withPhone(settings.joined(separator: "\n")) { _ in
                    let heard = workshop.file("heard")
                    let topic = try value("topic")
                    let reader = "mosquitto_sub -p \(port) -c -i reader -q 1 -t \(topic)"
                    // Its session is there before anything is told.
                    try await eventually(await shell("\(reader) -E")) { $0.status == 0 }
                    try await arrive()
                    try await withShell("exec \(reader) >\(heard)", []) { reader in
                        try await eventually(await shell("jq -re '\(wanted)' \(heard)")) {
                            $0.output == "geofence.enter Starbucks Centraal\n"
                        }
                        try reader.send(.terminate)
                    }
                }
                try broker.send(.terminate)
            }
            #expect(try value("payload") == "\"geofence.enter Home\"")
        }
    }
}

extension String {
    fileprivate var replacingBraces: String {
        var (text, rest) = ("", self[...])
        while let start = rest.firstIndex(of: "{"), rest[start...].hasPrefix("{{ value_json") {
            let end = rest[start...].firstIndex(of: "}") ?? rest.endIndex
            let path = rest[start..<end].dropFirst("{{ value_json".count).filter { $0 != " " }
            text += rest[..<start] + "\\(\(path))"
            rest = rest[end...].dropFirst(2)
        }
        return text + rest
    }
}
