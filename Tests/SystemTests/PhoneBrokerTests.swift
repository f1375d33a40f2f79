import APIClient
import Geofencing
import MQTT
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// What phones publish at a broker, and what the daemon has of it.
    struct PhoneBrokerTests {
        /// A gateway whose phones, of these ids, publish at a broker of its own.
        private struct World {
            let gateway: Gateway
            let broker: Mosquitto
            let phones: [GatewayPhone]

            init(
                _ ids: String..., topic: (String) -> String? = GatewayPhone.topic
            ) async throws {
                gateway = try await Gateway()
                broker = try Mosquitto()
                try gateway.workshop.configure()
                try gateway.configure(
                    tables: "[mqtt]\nurl = \"mqtt://127.0.0.1:\(broker.port)\"")
                phones = try await gateway.addPhones(ids, topic: topic)
            }

            /// Runs the gateway beside `body`, which begins when the broker knows it.
            func run(_ body: (Running) async throws -> Void) async throws {
                try await gateway.run { running in
                    try await eventually(await gateway.way("mqtt")) { $0.works == true }
                    try await body(running)
                }
            }

            /// Runs it with the daemon, which knows the phones when `body` begins.
            func runAll(_ body: (Running) async throws -> Void) async throws {
                try await withDaemon(gateway.workshop) { _ in
                    try await run { running in
                        try await gateway.waitUntilKnown(phones)
                        try await body(running)
                    }
                }
            }

            /// Publishes each with QoS 1, one after the other.
            func publish(
                _ payloads: [String], to topic: String, _ options: String = ""
            ) async throws {
                let file = try gateway.workshop.write(
                    "payloads", payloads.map { $0 + "\n" }.joined())
                let word = try gateway.workshop.write("topic", topic)
                let done = try await shell(
                    """
                    exec mosquitto_pub -p \(broker.port) -q 1 -t "$(cat \(word))" -l \(options) <\(file)
                    """)
                #expect(done.status == 0, "\(done)")
            }

            func counts(_ id: String) async throws -> [String: Int] {
                try await gateway.way(id).counts
            }
        }

        private static func position(
            _ seconds: Int, _ latitude: Double = 52.3731, _ longitude: Double = 4.8926
        ) -> String {
            #"{"_type":"location","tst":\#(seconds),"lat":\#(latitude),"lon":\#(longitude),"acc":8}"#
        }

        @Test func `a walk that a phone publishes is told as if it was pushed`() async throws {
            let world = try await World("one", "two")
            let walk = try await Journeys(["amsterdam-walk.nmea"]).fixes(of: 0)
            let positions = walk.map { fix in
                #"{"time":"\#(fix.time)","lat":\#(fix.coordinate.latitude),"#
                    + #""lon":\#(fix.coordinate.longitude),"accuracy":8}"#
            }
            try await world.runAll { _ in
                let pushed = GatewayPhone(id: "pushed", token: "")
                let daemon = try world.gateway.daemon
                _ = try await daemon.send(.put, "/v1/devices/pushed", body: Array("{}".utf8))
                _ = try await daemon.send(
                    .post, "/v1/devices/pushed/positions",
                    body: Array("[\(positions.joined(separator: ","))]".utf8))
                let expected = try await world.gateway.told(pushed)
                #expect(expected.count > 10)
                for phone in world.phones {
                    try await world.publish(walk.map(\.ownTracks), to: phone.topic)
                    try await eventually(await world.counts("phones/\(phone.id)")) {
                        $0 == ["taken": walk.count]
                    }
                    #expect(try await world.gateway.told(phone) == expected)
                }
                try await eventually(await world.counts("mqtt")) {
                    $0["received"] == 2 * walk.count
                }
            }
        }

        @Test func `what is no position is counted by its reason, and nothing waits for it`()
            async throws
        {
            let world = try await World("one")
            let (gateway, phone) = (world.gateway, world.phones[0])
            try await world.runAll { running in
                try await world.publish(
                    [
                        "not JSON", "{", #"{"_type":"encrypted","data":"AAAA"}"#, "{}", "[]", "17",
                        #"{"_type":"lwt","tst":1}"#, #"{"_type":"location"}"#,
                        Self.position(1_777_636_811, 91), Self.position(-5),
                        String(repeating: "[", count: 60_000),
                        "{\"_type\":\"location\",\"x\":\"\(String(repeating: "x", count: 1 << 20))\"}",
                        Self.position(1_777_636_811),
                    ], to: phone.topic)
                // Without a byte, and retained: so a friend's position is removed.
                let empty = try await shell(
                    "mosquitto_pub -p \(world.broker.port) -q 1 -t \(phone.topic) -r -n")
                #expect(empty.status == 0)
                try await eventually(await world.counts("phones/one")) { $0["no_position"] == 5 }
                let way = try await gateway.way("phones/one")
                #expect(
                    way.counts == [
                        "not_json": 3, "encrypted": 1, "no_position": 5, "wrong_position": 3,
                        "too_large": 1, "taken": 1,
                    ])
                #expect(try await gateway.way("phones").works == true)
                var lines: [String] = []
                while lines.count < 4 {
                    lines.append(
                        try await running.message(with: "what a phone sends is not taken"))
                }
                for words in ["JSON", "encrypts its positions", "no coordinate", "more at once"] {
                    #expect(lines.count { $0.has(words) } == 1, "\(lines)")
                }
            }
        }

        @Test func `topics of nobody are listed, and their positions are nobody's`() async throws {
            let world = try await World("one") { _ in nil }
            let odd = [
                "owntracks/nobody/phone", "owntracks//", "owntracks/../one", "owntracks/anna/one",
                "owntracks/a b/\"c\" <i>'%2F", "owntracks/ána/📱", "owntracks/$SYS/x",
                "owntracks/a\\b/$(id)", "owntracks/one/;rm",
            ]
            try await world.runAll { _ in
                for topic in odd {
                    let position = Self.position(1_777_636_811)
                    try await world.publish([position, position], to: topic)
                }
                // One that is too long to be remembered, one that says no position, and other depths.
                let long = "owntracks/a/\(String(repeating: "x", count: 60_000))"
                try await world.publish([Self.position(1_777_636_811)], to: long)
                try await world.publish(["off"], to: "owntracks/a/lamp")
                try await world.publish([Self.position(1_777_636_811)], to: "owntracks/a/b/c")
                try await world.publish([Self.position(1_777_636_811)], to: "owntracks")
                let count = 2 * odd.count + 2
                try await eventually(await world.counts("phones")) { $0["unknown_topic"] == count }
                let phones = try await world.gateway.way("phones")
                #expect(phones.topics == odd)
                #expect(phones.counts == ["unknown_topic": count])
                #expect(try await world.gateway.told(world.phones[0]) == [])
                let said = try await shell(
                    "geofencectl gateway status --gateway-socket \(world.gateway.socket)")
                #expect(said.output.has("topic of no phone: owntracks/nobody/phone\n"), "\(said)")
            }
        }

        @Test func `of ten thousand topics of nobody, the latest hundred are remembered`()
            async throws
        {
            let world = try await World("one")
            let count = 10_000
            try await world.runAll { _ in
                let publisher = try #require(
                    BlockingPublisher(port: world.broker.port, clientID: "x"))
                for number in 0..<count {
                    let payloads = [Self.position(1_777_636_811)]
                    #expect(publisher.publish(payloads[...], to: "owntracks/x/\(number)") == 1)
                }
                try await world.publish([Self.position(1_777_636_811)], to: world.phones[0].topic)
                try await eventually(await world.counts("phones/one")) { $0["taken"] == 1 }
                let phones = try await world.gateway.way("phones")
                #expect(phones.counts["unknown_topic"] == count)
                #expect(phones.topics == (count - 100..<count).map { "owntracks/x/\($0)" })
            }
        }

        @Test func `a phone may have a topic with any characters`() async throws {
            let topic = "owntracks/ána's café/\"📱\" %2F $x"
            let world = try await World("one") { _ in topic }
            try await world.runAll { _ in
                try await world.publish([Self.position(1_777_636_811)], to: topic)
                try await eventually(await world.counts("phones/one")) { $0["taken"] == 1 }
            }
        }

        @Test func `a position of yesterday that the broker has kept is told, and is late`()
            async throws
        {
            let world = try await World("one")
            let yesterday = Int(systemMilliseconds() / 1000) - 86_400
            try await world.publish(
                [Self.position(yesterday)], to: world.phones[0].topic, "-r")
            try await world.runAll { _ in
                try await eventually(await world.gateway.told(world.phones[0])) { !$0.isEmpty }
                let history = try await world.gateway.daemon.get(
                    "/v1/history", [("device", "one")], as: AnyJSON.self)
                let notice = history["notifications"]?.elements.first
                #expect(notice?["subject"]?.string == "favourite/albert-heijn-dam")
                guard case .number(let late)? = notice?["data"]?["late"] else {
                    Issue.record("\(history)")
                    return
                }
                #expect(late >= 86_400)
            }
        }

        @Test func `while the daemon is away, nothing is acknowledged and nothing is lost`()
            async throws
        {
            let world = try await World("one")
            let phone = world.phones[0]
            let walk = try await Journeys(["amsterdam-walk.nmea"]).fixes(of: 0)
            let payloads = walk.map(\.ownTracks)
            let half = payloads.count / 2
            try await world.runAll { _ in }
            // It is killed while they wait, so that only the broker has them.
            try await world.run { running in
                try await world.publish(Array(payloads[..<half]), to: phone.topic)
                _ = try await running.message(with: "what came from the broker waits there")
                let phones = try await world.gateway.way("phones")
                #expect(phones.works == false)
                #expect(phones.counts == [:])
                #expect(!world.broker.log.has("Received PUBACK from geofenced"))
                try running.send(.kill)
            }
            try await world.publish(Array(payloads[half...]), to: phone.topic)
            try await world.run { running in
                _ = try await running.message(with: "what came from the broker waits there")
                #expect(!world.broker.log.has("Received PUBACK from geofenced"))
                try await withDaemon(world.gateway.workshop) { _ in
                    _ = try await running.message(with: "what came from the broker is taken again")
                    try await eventually(await world.counts("phones/one")) {
                        $0["taken"] == payloads.count
                    }
                }
                #expect(try await world.gateway.way("phones").works == true)
                try await eventually(world.broker.log) { $0.has("Received PUBACK from geofenced") }
            }
        }
    }
}
