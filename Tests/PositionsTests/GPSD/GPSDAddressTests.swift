import Geofencing
import Testing

@testable import Positions

struct GPSDAddressTests {
    @Test(
        arguments: [
            ("", "localhost:2947", nil), ("localhost", "localhost:2947", nil),
            ("gps.local:1234", "gps.local:1234", nil), (":1234", "localhost:1234", nil),
            ("127.0.0.1:2947:/dev/ttyACM0", "127.0.0.1:2947", "/dev/ttyACM0"),
            ("::/dev/ttyACM0", "localhost:2947", "/dev/ttyACM0"),
            ("a:1:tcp://b:2", "a:1", "tcp://b:2"), ("a:1:", "a:1", nil), ("a:", "a:2947", nil),
            ("[::1]", "[::1]:2947", nil),
            ("[fe80::1%eth0]:99:/dev/x", "[fe80::1%eth0]:99", "/dev/x"),
        ] as [(String, String, String?)])
    func `host, port and receiver may be left out`(
        _ text: String, address: String, device: String?
    ) throws {
        let parsed = try GPSDAddress(text)
        #expect(parsed.description == address)
        #expect(parsed.device == device)
    }

    @Test(arguments: [
        ("a:0", LocationError.badPort("0")), ("a:65536", .badPort("65536")),
        ("a:b", .badPort("b")), ("a:-1", .badPort("-1")), ("a:+1", .badPort("+1")),
        ("a b", .badHost("a b")), ("[::1", .badHost("[::1")), ("[::1]x", .badHost("[::1]x")),
        ("[]", .badHost("")), ("a:1:b\"c", .badDevice("b\"c")), ("a:1:b\nc", .badDevice("b\nc")),
        (String(repeating: "a", count: 300), .badHost(String(repeating: "a", count: 300))),
    ])
    func `what is no address of a gpsd is an error`(_ text: String, error: LocationError) {
        #expect(throws: error) { try GPSDAddress(text) }
    }

    @Test func `the sources have gpsd`() async throws {
        #expect(try PositionSources.isReceiver("gpsd:"))
        #expect(try await PositionSources.open("gpsd:").isLive)
        #expect(throws: LocationError.badPort("x")) { try PositionSources.check("gpsd:a:x") }
    }
}
