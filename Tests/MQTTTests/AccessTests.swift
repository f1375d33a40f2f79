import Glibc
import MQTT
import TestSupport
import Testing

/// What a real broker lets in, and what we trust.
@Suite(.timeLimit(.minutes(10))) struct AccessTests {
    private let folder = TemporaryFolder()

    private func shell(_ line: String) async -> Bool {
        await blocking { system("(\(line)) >/dev/null 2>&1") } == 0
    }

    /// A certificate for `name` that is its own authority.
    private func makeCertificate(_ file: String, of name: String) async {
        let certificate = folder.file(file)
        #expect(
            await shell(
                """
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
                -subj /CN=test -addext subjectAltName=\(name) -keyout \(certificate).key \
                -out \(certificate)
                """))
    }

    /// A broker with a certificate for `name`.
    private func secureBroker(of name: String) async throws -> Mosquitto {
        await makeCertificate("certificate", of: name)
        return try Mosquitto(
            "certfile \(folder.file("certificate"))\nkeyfile \(folder.file("certificate.key"))")
    }

    /// `words`: what it begins with. That the broker has closed the connection may be seen before why.
    private func error(at broker: MQTTBroker, _ words: String = "") async throws -> EndpointState {
        try await withSession(at: broker) { session in
            try await eventually(await session.session.state) {
                $0.works == false && $0.error?.hasPrefix(words) == true
            }
        }
    }

    @Test(arguments: [("IP:127.0.0.1", "127.0.0.1"), ("DNS:localhost", "localhost")])
    func `a certificate that leads to the authority is taken`(
        name: String, host: String
    ) async throws {
        let mosquitto = try await secureBroker(of: name)
        var broker = MQTTBroker(
            host: host, port: mosquitto.port, isSecure: true, clientID: "secure")
        broker.authorities = folder.file("certificate")
        try await withSession(at: broker) { session in
            _ = try await session.session.nextConnection(after: 0)
            var other = broker
            other.clientID = "other"
            try await withSession(at: other, filters: []) { other in
                _ = try await other.session.nextConnection(after: 0)
                try await other.publish("1", to: "in/a")
            }
            try await eventually(session.receiver.payloads) { $0 == ["1"] }
        }
    }

    @Test func `a certificate of somebody else is refused`() async throws {
        let mosquitto = try await secureBroker(of: "DNS:elsewhere.example")
        var broker = MQTTBroker(
            host: "localhost", port: mosquitto.port, isSecure: true, clientID: "secure")
        broker.authorities = folder.file("certificate")
        let state = try await error(at: broker, "its certificate is another's")
        #expect(state.remedy?.contains("the certificate must be of localhost") == true)
    }

    @Test func `a certificate that leads elsewhere is refused`() async throws {
        let mosquitto = try await secureBroker(of: "DNS:localhost")
        await makeCertificate("other", of: "DNS:localhost")
        var broker = MQTTBroker(
            host: "localhost", port: mosquitto.port, isSecure: true, clientID: "secure")
        for authorities in [folder.file("other"), nil] {
            broker.authorities = authorities
            let state = try await error(at: broker, "TLS fails")
            #expect(state.remedy?.contains("mqtt.ca_file") == true)
        }
    }

    @Test func `a broker without TLS, a file without a certificate`() async throws {
        let mosquitto = try Mosquitto()
        var broker = MQTTBroker(
            host: "localhost", port: mosquitto.port, isSecure: true, clientID: "secure")
        #expect(try await error(at: broker).error != nil)
        broker.authorities = try folder.write("nothing", "nothing".utf8)
        let state = try await error(at: broker)
        #expect(state.error == "\(folder.file("nothing")): has no certificate")
    }

    @Test func `a password is read at each connection`() async throws {
        let passwords = folder.file("passwords")
        #expect(await shell("mosquitto_passwd -b -c \(passwords) anna right"))
        let mosquitto = try Mosquitto("password_file \(passwords)", isAnonymous: false)
        var broker = MQTTBroker(mosquitto.port)
        let stranger = try await error(at: broker)
        #expect(stranger.error?.hasPrefix("the broker does not let us in") == true)
        #expect(
            stranger.remedy == "look at mqtt.username and mqtt.password_file in gateway.toml")

        broker.username = "anna"
        broker.passwordFile = folder.file("password")
        try await withSession(at: broker) { session in
            try await eventually(await session.session.state) { $0.works == false }
            #expect(
                await session.session.state.remedy
                    == "correct mqtt.password_file in gateway.toml")
            try folder.write("password", "wrong\n".utf8)
            try await eventually(await session.session.state) {
                $0.error?.hasPrefix("the broker does not") == true
            }
            try folder.write("password", "right\n".utf8)
            _ = try await session.session.nextConnection(after: 0)
            #expect(await session.session.state.works == true)
        }
    }

    @Test func `what the broker does not allow is refused, and the next goes through`() async throws
    {
        let rules = try folder.write("acl", "topic read in/#\ntopic write out/#\n".utf8)
        let mosquitto = try Mosquitto("acl_file \(rules)")
        try await withSession(at: MQTTBroker(mosquitto.port)) { session in
            _ = try await session.session.nextConnection(after: 0)
            do {
                try await session.publish("1", to: "elsewhere")
                Issue.record("it was published")
            } catch {
                #expect(
                    error as? MQTTError == .refused(code: 0x87, "it does not allow that"),
                    "\(mosquitto.log)")
            }
            #expect(session.log.count("a publication is refused") == 1)
            // mosquitto 2.0.11 ends the connection then.
            try await eventually(try? await session.publish("1", to: "out/a")) { $0 != nil }
            #expect(await session.session.state.counts == ["refused": 1, "published": 1])
        }
    }
}
