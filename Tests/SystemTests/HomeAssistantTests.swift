import MQTT
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// What is kept at a broker for Home Assistant.
    struct HomeAssistantTests {
        private let workshop = Workshop()
        private let gateway: Gateway
        private static let hasBroker = InputFile.exists("/usr/sbin/mosquitto")

        init() async throws {
            gateway = try await Gateway(in: workshop)
            let regions = try workshop.write(
                "regions.geojson",
                """
                {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "shop",
                  "properties": {"name": "Shop", "radius": 200},
                  "geometry": {"type": "Point", "coordinates": [4.9003, 52.3786]}}]}
                """)
            try workshop.configure(regions: regions)
        }

        private func configure(_ broker: Mosquitto, prefix: String = "homeassistant") throws {
            try gateway.configure(
                tables: """
                    [mqtt]
                    url = "mqtt://127.0.0.1:\(broker.port)"
                    home_assistant = "\(prefix)"
                    devices = ["van"]
                    """)
        }

        private func ask(_ arguments: String) async throws {
            let asked = try await shell(
                "curl -sS --fail-with-body --unix-socket \(workshop.control) \(arguments)")
            #expect(asked.status == 0, "\(asked)")
        }

        /// The van stands 500 m north of the station, and has deals around it.
        private func placeVan(deals: String...) async throws {
            try await ask("-X PUT --json '{}' http://x/v1/devices/van")
            for name in deals {
                let added = try await run(
                    .geofencectl,
                    ["deals", "add", "--name", name, "--company", "Dam", "--category", "food"]
                        + ["--at", "52.3786,4.9003", "--until", "+1h"]
                        + ["--config", workshop.file("geofenced.toml")])
                #expect(added.status == 0, "\(added)")
            }
            try await pushVan()
        }

        private func pushVan() async throws {
            let time = try await shell("date -u +%FT%T.%3NZ").output.trimmed
            try await ask(
                "http://x/v1/devices/van/positions --json "
                    + #"'[{"time":"\#(time)","lat":52.3831,"lon":4.9003,"accuracy":8}]'"#)
        }

        /// Topics and payloads, a line each. The first message that is not kept comes after them, and
        /// ends it: one that nobody else reads.
        private func kept(_ broker: Mosquitto) async throws -> [String] {
            let asked = try await shell(
                """
                mosquitto_sub -p \(broker.port) -t '#' --retained-only -F '%t %p' & reader=$!
                while kill -0 $reader 2>/dev/null; do
                    mosquitto_pub -p \(broker.port) -t end -m end
                    sleep 0.1
                done
                wait $reader
                """)
            #expect(asked.status == 0, "\(asked)")
            return asked.output.lines
        }

        private func eventuallyKept(
            _ broker: Mosquitto, _ isRight: ([String]) -> Bool
        ) async throws {
            try await eventually(await kept(broker), isRight)
        }

        @Test(.enabled(if: hasBroker, "mosquitto is not installed"))
        func `a region has a sensor before the device is in, and until the region is gone`()
            async throws
        {
            let broker = try Mosquitto()
            try configure(broker)
            try await withDaemon(workshop) { _ in
                try await placeVan(deals: "Pie", "Tea")
                try await gateway.run { _ in
                    try await eventuallyKept(broker) { lines in
                        ["In Pie", "In Tea", "In Shop"].allSatisfy { name in
                            lines.contains { $0.has("\"name\":\"\(name)\"") }
                        }
                    }
                    let states = try await kept(broker).filter {
                        $0.hasPrefix("geofenced/regions/van/")
                    }
                    #expect(states.count == 3)
                    #expect(states.allSatisfy { $0.hasSuffix(" OFF") })
                }
                // Nobody looks when it is taken away.
                try await ask("-X DELETE http://x/v1/deals/1")
                try await gateway.run { _ in
                    try await eventuallyKept(broker) { lines in
                        lines.contains("geofenced/gateway/online online")
                    }
                    func keptAfterPush() async throws -> [String] {
                        try await pushVan()
                        return try await kept(broker)
                    }
                    try await eventually(await keptAfterPush()) { lines in
                        !lines.contains { $0.has("deal_1") }
                    }
                    #expect(try await kept(broker).contains { $0.has("In Tea") })
                }
            }
        }

        @Test(.enabled(if: hasBroker, "mosquitto is not installed"))
        func `a device that is removed is taken back, and comes back as a new one`()
            async throws
        {
            let broker = try Mosquitto()
            try configure(broker)
            try await withDaemon(workshop) { _ in
                try await placeVan(deals: "Pie")
                try await gateway.run { _ in
                    for isSeen in [true, false] {
                        try await eventuallyKept(broker) { lines in
                            lines.contains { $0.has("In Pie") }
                                && lines.contains { $0.hasPrefix("geofenced/positions/van ") }
                        }
                        try await ask("-X DELETE http://x/v1/devices/van")
                        if isSeen {
                            try await eventuallyKept(broker) {
                                $0 == ["geofenced/gateway/online online"]
                            }
                        }
                        try await ask("-X PUT --json '{}' http://x/v1/devices/van")
                        // It rests: nobody knows where it is.
                        try await eventuallyKept(broker) { lines in
                            lines.contains { $0.hasPrefix("homeassistant/device_tracker/") }
                                && !lines.contains { $0.has("In Pie") }
                                && !lines.contains { $0.has("positions/van ") }
                        }
                        try await pushVan()
                    }
                }
            }
        }

        @Test(.enabled(if: hasBroker, "mosquitto is not installed"))
        func `with another prefix, what was announced with the one before is taken back`()
            async throws
        {
            let broker = try Mosquitto()
            try await withDaemon(workshop) { _ in
                try await placeVan(deals: "Pie")
                for (prefix, old) in [("homeassistant", "none"), ("ha", "homeassistant")] {
                    try configure(broker, prefix: prefix)
                    try await gateway.run { _ in
                        try await eventuallyKept(broker) { lines in
                            !lines.contains { $0.hasPrefix("\(old)/") }
                                && lines.contains { $0.hasPrefix("\(prefix)/device_tracker/") }
                                && lines.contains { $0.has("In Pie") }
                                && lines.contains { $0.hasPrefix("geofenced/regions/van/deal_1") }
                                && lines.contains { $0.hasPrefix("geofenced/positions/van ") }
                        }
                    }
                }
                try configure(broker, prefix: "")
                try await gateway.run { _ in
                    try await eventuallyKept(broker) { lines in
                        lines.allSatisfy {
                            $0.hasPrefix("geofenced/positions/")
                                || $0.hasPrefix("geofenced/gateway/")
                        } && lines.contains { $0.hasPrefix("geofenced/positions/van ") }
                    }
                }
            }
        }

        @Test(.enabled(if: hasBroker, "mosquitto is not installed"))
        func `what the broker refuses is said once, and counted`() async throws {
            let rules = try workshop.write("rules", "topic write geofenced/gateway/#\n")
            let broker = try Mosquitto("acl_file \(rules)")
            try configure(broker)
            try await withDaemon(workshop) { _ in
                try await placeVan(deals: "Pie", "Tea")
                try await gateway.run { running in
                    try await eventually(await gateway.way("mqtt")) {
                        $0.counts["refused"] ?? 0 > 5
                    }
                    try running.send(.terminate)
                    var count = 0
                    while let line = try await running.message() {
                        count += line.has("refuses to be told where devices are") ? 1 : 0
                    }
                    #expect(count == 1)
                }
            }
        }
    }
}
