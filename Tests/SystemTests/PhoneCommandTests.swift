import APIClient
import FoundationEssentials
import Posix
import TestSupport
import Testing

extension SystemTests {
    /// `geofencectl phones` and `gateway`, as who runs the machine has them.
    struct PhoneCommandTests {
        private func ctl(_ gateway: Gateway, _ line: String) async throws -> Finished {
            try await shell("geofencectl \(line) --gateway-socket \(gateway.socket)")
        }

        private func serving(
            _ more: String = "", tables: String = "", _ body: (Gateway) async throws -> Void
        ) async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try gateway.configure(more, tables: tables)
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in try await body(gateway) }
            }
        }

        private static let reachable = """
            public_url = "http://home.example"
            plain_http = true
            """

        @Test func `a phone is added with what to type into each app`() async throws {
            try await serving(Self.reachable) { gateway in
                _ = try await ctl(gateway, "people add Ben")
                let added = try await ctl(gateway, "phones add \"Ben's phone\" --id bens")
                #expect(added.lines[0] == "added phone bens: Ben's phone, of ben", "\(added)")
                let token = try #require(
                    added.lines.first { $0.hasPrefix("  Password") }?.split(separator: " ").last)
                for line in [
                    "  URL                   http://home.example/owntracks",
                    "  Username              bens",
                    "  Receiver Endpoint URL http://home.example/overland",
                    "  Access Token          \(token)",
                    "  Server URL            http://home.example/osmand/\(token)",
                ] {
                    #expect(added.lines.contains(line), "\(line)")
                }
                #expect(!added.output.has("no phone can reach"))
                #expect(added.output.has("█"))
                let link = try #require(added.lines.first { $0.hasPrefix("owntracks:") })
                #expect(
                    try Self.configuration(link) == [
                        "_type": .string("configuration"), "mode": .integer(3),
                        "url": .string("http://home.example/owntracks"), "auth": .bool(true),
                        "usePassword": .bool(true), "username": .string("bens"),
                        "password": .string(String(token)), "deviceId": .string("bens"),
                        "tid": .string("BE"),
                    ])
            }
        }

        @Test
        func `a topic that is not read is refused, and the broker here has the page's name`()
            async throws
        {
            let tables = "[mqtt]\nurl = \"mqtt://127.0.0.1:1\""
            try await serving(Self.reachable, tables: tables) { gateway in
                _ = try await ctl(gateway, "people add Ben")
                for topic in ["other/x/y", "owntracks/ben", "/owntracks/x/y", "' '"] {
                    let refused = try await ctl(gateway, "phones add Ben --topic \(topic)")
                    #expect(refused.status == 1 && refused.errors.lines.count == 1, "\(refused)")
                    #expect(
                        refused.errors.has(
                            "is not read: choose one of mqtt.positions in gateway.toml, owntracks/+/+"
                        )
                    )
                }
                #expect(try await ctl(gateway, "phones list").status == 0)
                let added = try await ctl(gateway, "phones add Ben --topic owntracks/ben/phone")
                #expect(added.output.has("home.example"), "\(added)")
                #expect(!added.output.has("127.0.0.1"), "\(added)")
            }
        }

        /// What a link of OwnTracks sets; it must not need to be escaped.
        private static func configuration(_ link: String) throws -> [String: AnyJSON] {
            let text = try #require(link.split(separator: "=").last)
            #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }, "\(link)")
            let bytes = try #require(Data(base64Encoded: String(text)))
            return try JSONDecoder().decode(AnyJSON.self, from: bytes).members
        }

        @Test func `a new token is shown for one app, with the link that sets it up`() async throws
        {
            try await serving(Self.reachable) { gateway in
                _ = try await ctl(gateway, "people add Ben")
                let added = try await ctl(gateway, "phones add Tablet --person Ben --json")
                for (app, words) in [
                    (
                        "overland",
                        "overland://setup?url=http%3A%2F%2Fhome.example%2Foverland&token=TOKEN"
                            + "&device_id=tablet&unique_id=yes"
                    ),
                    (
                        "traccar",
                        "http://home.example/osmand/TOKEN?id=tablet&interval=60&distance=50"
                            + "&accuracy=high"
                    ),
                ] {
                    let shown = try await ctl(gateway, "phones token tablet --app \(app) --json")
                    let answer = try JSONDecoder().decode(
                        AnyJSON.self, from: Data(shown.output.utf8))
                    let token = try #require(answer["token"]?.string)
                    #expect(!added.output.has(token))
                    let link = answer["setup"]?[app]?["link"]
                    #expect(link?.string == words.replacing("TOKEN", with: token))
                }
                let text = try await ctl(gateway, "phones token tablet --app overland")
                #expect(
                    text.lines[0]
                        == "new token of phone tablet; the one before is worth nothing")
                #expect(!text.output.has("OwnTracks"))
                #expect(text.lines.contains("this link sets Overland up:"))
            }
        }

        @Test func `a phone that publishes at a broker is told where`() async throws {
            try await serving(
                Self.reachable + "\n[mqtt]\nurl = \"mqtt://127.0.0.1:1\"\n"
            ) { gateway in
                _ = try await ctl(gateway, "people add Ben")
                let added = try await ctl(
                    gateway, "phones add Van --topic owntracks/ben/ván --app mqtt")
                #expect(
                    added.lines.contains("  Base topic            owntracks/ben/ván"), "\(added)")
                #expect(added.lines.contains("  TLS                   off"))
                let link = try #require(added.lines.first { $0.hasPrefix("owntracks:") })
                let configuration = try Self.configuration(link)
                #expect(configuration["pubTopicBase"] == .string("owntracks/ben/ván"))
                #expect(configuration["port"] == .integer(1))
                #expect(
                    try await ctl(gateway, "phones edit van --without topic").output
                        == "changed phone van: Van, of ben\n")
                #expect(
                    try await ctl(gateway, "phones token van --app mqtt").errors.has(
                        "publishes nowhere"))
                #expect(
                    try await ctl(gateway, "phones add X --topic 'a/#'").errors.has(
                        "has a + or # in it"))
            }
        }

        @Test func `phones are listed, and removed with their history`() async throws {
            try await serving { gateway in
                #expect(
                    try await ctl(gateway, "phones list").errors
                        == "no phones: geofencectl phones add\n")
                #expect(
                    try await ctl(gateway, "phones add X").errors.has("say who with --person"))
                for name in ["Anna", "Ben"] { _ = try await ctl(gateway, "people add \(name)") }
                let here = try await ctl(gateway, "phones add 'Anna phone' --person anna")
                #expect(here.lines.contains { $0.hasPrefix("no phone can reach this address") })
                let list = try await ctl(gateway, "phones list").lines
                #expect(list[1].hasPrefix("anna-phone  Anna phone  anna"), "\(list)")
                #expect(
                    try await ctl(gateway, "phones remove 'anna PHONE' --forget-history").output
                        == "removed phone anna-phone, and forgot its history\n")
                #expect(
                    try await ctl(gateway, "phones remove anna-phone").errors.has("is not there"))
            }
        }

        @Test func `figures are read over the network with the token alone`() async throws {
            try await serving { gateway in
                let token = try await ctl(gateway, "gateway token").lines[0]
                let status = "-o /dev/null -w '%{http_code}'"
                #expect(try await gateway.curl("/metrics", status).output == "401")
                let bearer = "-H 'Authorization: Bearer \(token)'"
                try await eventually(try await gateway.curl("/metrics", bearer).lines) {
                    $0.contains("geofenced_gateway_daemon_up 1")
                }
                _ = try await ctl(gateway, "gateway token")
                #expect(try await gateway.curl("/metrics", "\(status) \(bearer)").output == "401")
                let here = try await shell(
                    "curl -sS --unix-socket \(gateway.socket) http://localhost/metrics")
                #expect(here.lines.contains("geofenced_gateway_daemon_up 1"))
            }
        }

        @Test func `the gateway says of itself whether it works`() async throws {
            try await serving { gateway in
                let lines = try await ctl(gateway, "gateway status").lines
                #expect(lines[0].trimmed.hasPrefix("gateway 0.1.0, since "), "\(lines)")
                try await eventually(await ctl(gateway, "gateway status").lines[1].trimmed) {
                    $0 == "geofenced works"
                }
                let config = gateway.workshop.file("geofenced.toml")
                let doctor = try await ctl(gateway, "doctor --config \(config)")
                #expect(doctor.lines.contains { $0.hasPrefix("ok       gateway ") }, "\(doctor)")
            }
            let gateway = try await Gateway()
            let doctor = try await ctl(gateway, "doctor")
            #expect(
                doctor.lines.contains {
                    $0.hasPrefix("problem  gateway        nobody answers at \(gateway.socket)")
                }, "\(doctor)")
        }
    }
}
