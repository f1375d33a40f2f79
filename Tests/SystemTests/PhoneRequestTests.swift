import Community
import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// What apps send to the gateway, and what the daemon has of it.
    struct PhoneRequestTests {
        /// A request of each app, with the same position.
        private static func requests(_ phone: GatewayPhone) -> [(String, String, answer: String)] {
            let json = "-H 'Content-Type: application/json'"
            return [
                (
                    "/owntracks",
                    """
                    \(json) -u '\(phone.id):\(phone.token)' -d '{"_type":"location","lat":52.3731,\
                    "lon":4.8926,"tst":1777636811,"acc":12,"vel":4,"cog":90,"tid":"AN"}'
                    """, "[]"
                ),
                (
                    "/overland",
                    """
                    \(json) -H 'Authorization: Bearer \(phone.token)' -d '{"locations":[{"type":\
                    "Feature","geometry":{"type":"Point","coordinates":[4.8926,52.3731]},\
                    "properties":{"timestamp":"2026-05-01T12:00:11Z","horizontal_accuracy":12}}]}'
                    """, #"{"result":"ok"}"#
                ),
                (
                    "/overland?token=\(phone.token)", #"\#(json) -d '{"locations":[]}'"#,
                    #"{"result":"ok"}"#
                ),
                (
                    "/osmand/\(phone.token)?id=1&lat=52.3731&lon=4.8926&timestamp=1777636811&accuracy=12",
                    "", ""
                ),
                (
                    "/osmand/\(phone.token)",
                    "-d 'id=1&lat=52.3731&lon=4.8926&timestamp=1777636811&accuracy=12'", ""
                ),
            ]
        }

        @Test(arguments: [false, true])
        func `each app's request is answered as it likes once the daemon has it`(
            hasTLS: Bool
        ) async throws {
            let gateway = try await Gateway(hasTLS: hasTLS)
            try gateway.workshop.configure()
            let phones = try await gateway.addPhones((0..<5).map { "phone-\($0)" })
            try await withDaemon(gateway.workshop) { _ in
                try await gateway.run { _ in
                    let daemon = try ControlClient(gateway.workshop)
                    for (index, phone) in phones.enumerated() {
                        try await eventually(await daemon.get("/v1/devices/\(phone.id)")) {
                            !$0.has("404")
                        }
                        let (path, options, answer) = Self.requests(phone)[index]
                        // Sent again, as after an answer that was lost.
                        for _ in 0..<2 {
                            let reply = try await gateway.curl(
                                path, "-w ' %{http_code}' \(options)")
                            #expect(reply.output == "\(answer) 200", "\(path)")
                        }
                        let device = try await daemon.get("/v1/devices/\(phone.id)")
                        // The second of them was empty.
                        #expect(device.has(#""accepted":\#(index == 2 ? 0 : 1)"#), "\(device)")
                        if index != 2 {
                            #expect(device.has(#""not_later":1"#), "\(device)")
                            #expect(device.has(#""lat":52.3731"#), "\(device)")
                        }
                    }
                }
            }
        }

        @Test func `an answer tells once what has happened, and which regions to watch`()
            async throws
        {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try gateway.configure(tables: "[phones]\nwaypoints = true")
            let phones = try await gateway.addPhones(["one", "two"])
            try await withDaemon(gateway.workshop) { _ in
                try await gateway.run { _ in
                    try await gateway.waitUntilKnown(phones)
                    // Whoever reads logs of addresses may know the token.
                    let token = phones[1].token
                    let written = "%\(String(token.utf8.first!, radix: 16))\(token.dropFirst())"
                    #expect(
                        try await gateway.curl(
                            "/overland?token=\(written)", #"-d '{"locations":[]}'"#
                        ).output.has("ok"))
                    var second = Int(systemMilliseconds() / 1000) - 300
                    func answer(to phone: GatewayPhone) async throws -> String {
                        second += 1
                        return try await gateway.curl(
                            "/owntracks",
                            """
                            -H 'Content-Type: application/json' -u '\(phone.id):\(phone.token)' \
                            -d '{"_type":"location","lat":52.3731,"lon":4.8926,"tst":\(second),"acc":8}'
                            """
                        ).output
                    }
                    var all = ""
                    func more() async throws -> String {
                        all += try await answer(to: phones[0])
                        return all
                    }
                    try await eventually(await more()) {
                        $0.has(#""event":"enter""#) && $0.has("setWaypoints")
                    }
                    all += try await answer(to: phones[0]) + answer(to: phones[0])
                    for part in [#""_type":"transition""#, #""action":"setWaypoints""#] {
                        #expect(all.split(separator: part).count == 2, "\(all)")
                    }
                    #expect(all.has(#""desc":"Albert Heijn"#), "\(all)")
                    #expect(try await answer(to: phones[1]) == "[]")
                }
            }
        }

        @Test func `a wrong token is 401, whatever comes with it`() async throws {
            let gateway = try await Gateway()
            let phones = try await gateway.addPhones(["one", "two"])
            let stranger = GatewayPhone(id: phones[0].id, token: Secret().text)
            // The other's token does not let it in either, where the app names its device.
            let thief = GatewayPhone(id: phones[0].id, token: phones[1].token)
            try await gateway.run { running in
                let wrong =
                    Self.requests(stranger).map { ($0.0, $0.1) }
                    + Self.requests(thief).prefix(1).map { ($0.0, $0.1) }
                    + ["/owntracks", "/overland", "/osmand/x"].map { ($0, "-d '{}'") }
                for (path, options) in wrong {
                    let reply = try await gateway.curl(
                        path, "-o /dev/null -w '%{http_code}' \(options)")
                    #expect(reply.output == "401", "\(path)")
                }
                let line = try await running.message(with: "a phone is not let in")
                #expect(line.has("a wrong token for one"), "\(line)")
                try running.send(.terminate)
                while let line = try await running.message() {
                    for phone in [stranger, thief] { #expect(!line.has(phone.token)) }
                }
            }
        }

        @Test func `while the daemon is away, phones are told to come again`() async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            let phone = try await gateway.addPhones(["one"])[0]
            let (path, options, answer) = Self.requests(phone)[0]
            let asking = "-i \(options)"
            try await gateway.run { running in
                let reply = try await gateway.curl(path, asking).output
                #expect(reply.has("HTTP/1.1 503 "))
                #expect(reply.lowercased().has("retry-after: 5"))
                let line = try await running.message(with: "positions of phones wait")
                #expect(!line.has(phone.token))
                // What nobody can ever understand does not come again.
                let junk = "-u '\(phone.id):\(phone.token)' -d 'junk'"
                #expect(try await gateway.curl(path, junk).output == "[]")
                try await withDaemon(gateway.workshop) { _ in
                    try await eventually(await gateway.curl(path, asking)) {
                        $0.output.has(" 200 ")
                    }
                    let taken = try await gateway.curl(path, asking).output
                    #expect(taken.hasSuffix(answer))
                    _ = try await running.message(with: "positions of phones are taken again")
                }
                let again = try await gateway.curl(path, asking).output
                #expect(again.has("HTTP/1.1 503 "))
            }
        }

        @Test func `a phone comes by any host name, and its token is in no log`() async throws {
            let gateway = try await Gateway()
            let phone = try await gateway.addPhones(["one"])[0]
            try await gateway.run { running in
                for host in ["192.0.2.7:8377", "attacker.example", "localhost"] {
                    let reply = try await gateway.curl(
                        "/osmand/\(phone.token)?batt=77",
                        "-w '%{http_code}' -H 'Host: \(host)' -H 'Origin: null'")
                    #expect(reply.output == "200")
                }
                try running.send(.terminate)
                while let line = try await running.message() { #expect(!line.has(phone.token)) }
            }
        }

        @Test func `bodies that never end and idle connections stop no phone`() async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            let phones = try await gateway.addPhones(["one", "two"])
            try await withDaemon(gateway.workshop) { _ in
                try await gateway.run { _ in
                    try await gateway.waitUntilKnown(phones)
                    let half = """
                        POST /overland?token=\(phones[0].token) HTTP/1.1\r
                        Host: localhost\r
                        Content-Length: 1000\r
                        \r
                        {"locations":[
                        """
                    var clients: [LocalClient] = []
                    for number in 0..<1000 {
                        clients.append(try LocalClient(port: gateway.port))
                        if number % 2 == 0 { clients[number].send(half) }
                    }
                    // Also the phone whose requests those are is answered, while one of them waits.
                    try await eventually {
                        clients.append(try LocalClient(port: gateway.port))
                        clients.last?.send(half)
                        for phone in phones {
                            let (path, options, answer) = Self.requests(phone)[0]
                            #expect(try await gateway.curl(path, options).output == answer)
                        }
                        return clients.last?.hasHeard == false
                    }
                    withExtendedLifetime(clients) {}
                }
            }
        }

        @Test func `a body that is too large is counted and not sent for ever`() async throws {
            let gateway = try await Gateway()
            let phone = try await gateway.addPhones(["one"])[0]
            let body = try gateway.workshop.write(
                "body", String(repeating: "x", count: 5 << 20))
            try await gateway.run { _ in
                let reply = try await gateway.curl(
                    "/owntracks",
                    "-i -H Expect: -u '\(phone.id):\(phone.token)' --data-binary '@\(body)'")
                #expect(reply.output.has("HTTP/1.1 200 OK"))
                #expect(reply.output.lowercased().has("connection: close"))
                #expect(try await gateway.isWell())
            }
        }
    }
}

/// A phone that a gateway knows.
struct GatewayPhone: Sendable {
    var id: String
    var token: String

    /// Where it publishes.
    var topic: String { Self.topic(id) }

    static func topic(_ id: String) -> String { "owntracks/anna/\(id)" }
}

extension Gateway {
    /// Makes a person with phones of these ids, while the gateway does not run. `topic`: of each.
    func addPhones(
        _ ids: [String], topic: (String) -> String? = { _ in nil }
    ) async throws -> [GatewayPhone] {
        mkdir(state, 0o700)
        let community = try Community(
            in: state, now: { systemMilliseconds() / 1000 }, uptime: bootUptime)
        let person = try await community.addPerson(name: "Anna", by: .machine).person.id
        var phones: [GatewayPhone] = []
        for id in ids {
            let token = try await community.addPhone(
                device: id, name: id, topic: topic(id), owner: person, by: .machine
            ).token
            phones.append(GatewayPhone(id: id, token: token.text))
        }
        return phones
    }
}
