import Community
import Geofencing
import HTTPService
import HTTPTypes
import MQTT
import Posix
import TestSupport
import Testing

@testable import Page

/// How it goes with ways in and out: who sees which, and what the figures say.
struct WaysTests {
    private static var ways: [EndpointState] {
        var broker = EndpointState(id: "mqtt", kind: .mqtt, name: "broker.example:1883")
        broker.note("refused", remedy: "look there", at: Timestamp(milliseconds: 0))
        (broker.behind, broker.counts) = (3, ["received": 7])
        var mias = EndpointState(id: "ntfy/mia", kind: .ntfy, name: "ntfy.example", person: "mia")
        mias.note("full", at: Timestamp(milliseconds: 0))
        mias.behind = 2
        return [broker, mias, EndpointState(id: "phones", kind: .phones, name: "phones")]
    }

    private func serving(_ body: (PageWorld) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        try await body(try await PageWorld(in: folder.path, ways: Self.ways))
    }

    @Test(arguments: [("root", [0, 2]), ("mia", [1]), ("ada", []), ("otto", [])])
    func `admins see those of the machine, and each their own`(
        person: String, seen: [Int]
    ) async throws {
        try await serving { world in
            let cookie = try await world.cookie(of: person)
            let reply = try await world.daemon.run {
                try await world.ask("GET", "/api/status", cookie: cookie)
            }
            for (i, way) in Self.ways.enumerated() {
                #expect(reply.body.contains("\"\(way.name)\"") == seen.contains(i), "\(reply)")
            }
        }
    }

    @Test func `programs of this machine see all of them, with what to do`() async throws {
        try await serving { world in
            let reply = try await world.daemon.run {
                try await world.ask("GET", "/api/status", peer: .account(.root))
            }
            for way in Self.ways { #expect(reply.body.contains("\"\(way.name)\"")) }
            #expect(reply.body.contains(#""remedy":"look there""#), "\(reply)")
        }
    }

    @Test func `figures have a line for each way of the machine, and sums for people`()
        async throws
    {
        try await serving { world in
            let reply = try await world.ask("GET", "/metrics", peer: .account(.root))
            let lines = reply.body.split(separator: "\n")
            for line in [
                #"geofenced_gateway_way_up{id="mqtt",kind="mqtt",way="broker.example:1883"} 0"#,
                #"geofenced_gateway_way_behind{id="mqtt",kind="mqtt",way="broker.example:1883"} 3"#,
                #"geofenced_gateway_way_behind{kind="ntfy"} 2"#,
                #"geofenced_gateway_ways_down{kind="ntfy"} 1"#,
                #"geofenced_gateway_way_total{id="mqtt",kind="mqtt",way="broker.example:1883",what="received"} 7"#,
            ] {
                #expect(lines.contains(Substring(line)), "\(line)")
            }
            #expect(!reply.body.contains("mia"))
            #expect(!reply.body.contains("ntfy.example"))
        }
    }

    @Test func `two webhooks of one host have figures of their own`() async throws {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        let hooks = ["a", "b"].map { id in
            var hook = EndpointState(
                id: "webhook/\(id)", kind: .webhook, name: "https://shop.example")
            hook.note(nil, at: Timestamp(milliseconds: 0))
            (hook.behind, hook.counts) = (0, ["told": 1])
            return hook
        }
        let world = try await PageWorld(in: folder.path, ways: hooks)
        let reply = try await world.ask("GET", "/metrics", peer: .account(.root))
        let series = reply.body.split(separator: "\n").filter { $0.contains("shop.example") }
            .map { $0.prefix { $0 != "}" } }
        #expect(series.count == 6)
        #expect(Set(series).count == 6, "\(series)")
    }

    @Test(arguments: ["", "Bearer", "Bearer x", "Basic TOKEN", "Bearer TOKEN TOKEN"])
    func `figures are not for whoever has another token`(field: String) async throws {
        try await serving { world in
            let token = try await world.community.renewMetricsToken(by: .machine)
            for text in [token.text, Secret().text] {
                let value = field.replacing("TOKEN", with: text)
                let reply = try await world.ask(
                    "GET", "/metrics", host: "192.0.2.9", fields: ["Authorization": value])
                #expect(reply.status == 401)
                #expect(reply.headers[.wwwAuthenticate] == "Bearer")
            }
            let right = try await world.ask(
                "GET", "/metrics", host: "192.0.2.9",
                fields: ["Authorization": "bearer \(token.text)"])
            #expect(right.status == 200)
        }
    }
}
