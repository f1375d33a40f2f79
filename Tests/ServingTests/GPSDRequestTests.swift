import Posix
import Testing

@testable import Serving

struct GPSDRequestTests {
    @Test(
        arguments: [
            ("?VERSION;", ["?VERSION"]),
            ("?DEVICES;?POLL;\n", ["?DEVICES", "?POLL"]),
            ("?WATCH={\"device\":\"a;b\\\";c\"};\r\n", ["?WATCH={\"device\":\"a;b\\\";c\"}"]),
            ("?WATCH={\"device\":\"a\n?POLL;", ["?WATCH={\"device\":\"a", "?POLL"]),
            (" \r\n;;\n", []), ("?POLL", []), ("\u{0}?POLL\n", ["?POLL"]),
            // As some clients end them.
            ("?WATCH={\"json\":true}", ["?WATCH={\"json\":true}"]),
            (
                "?DEVICES;?WATCH={\"a\":{\"b\":\"}\"}}",
                ["?DEVICES", "?WATCH={\"a\":{\"b\":\"}\"}}"]
            ),
            ("?WATCH={}?POLL;", ["?WATCH={}", "?POLL"]),
            ("?POLL\r?VERSION\0", ["?POLL", "?VERSION"]),
        ] as [(String, [String])])
    func `requests end with a semicolon or a line`(text: String, requests: [String]) throws {
        var whole = RequestFramer()
        #expect(try whole.take(text.utf8) == requests)
        var bytewise = RequestFramer()
        #expect(try text.utf8.flatMap { try bytewise.take([$0]) } == requests)
    }

    @Test func `a request has its limit`() throws {
        var framer = RequestFramer()
        let longest = String(repeating: "x", count: RequestFramer.longest)
        #expect(try framer.take((longest + "\n").utf8) == [longest])
        #expect(throws: RequestFramer.TooLong.self) { try framer.take((longest + "x").utf8) }
    }

    @Test(
        arguments: [
            ("?VERSION", .version), ("?DEVICES", .devices), ("?POLL", .poll),
            ("?DEVICE", .device(nil)), ("?DEVICE={\"path\":\"a\",\"bps\":9600}", .device("a")),
            ("?DEVICE={\"bps\":9600}", .device(nil)), ("?WATCH", .watch(nil)),
            ("?WATCH={\"a\":\"=\"}", .watch("{\"a\":\"=\"}")),
            ("?DEVICE={", .wrong("Invalid DEVICE: '{'")),
            (
                "?WATCH=" + String(repeating: "[", count: 17),
                .wrong("Invalid WATCH: it \(JSONDepth.words)")
            ),
            ("?POLL=1", .wrong("Unrecognized request '?POLL=1'")),
            ("GET / HTTP/1.1", .wrong("Unrecognized request 'GET / HTTP/1.1'")),
            ("\u{1b}[2J", .wrong("Unrecognized request '\\u{1b}[2J'")),
        ] as [(String, GPSDRequest)])
    func `a request is what gpsd takes it for`(text: String, request: GPSDRequest) {
        #expect(GPSDRequest(text) == request)
    }

    @Test func `a watch changes what it says`() throws {
        var policy = WatchPolicy()
        try policy.change("{\"nmea\":true,\"raw\":9}")
        #expect(policy.isEnabled && policy.nmea && !policy.json && policy.raw == 2)
        try policy.change("{\"json\":true,\"device\":\"a\"}")
        #expect(policy.isEnabled && policy.nmea && policy.json && policy.device == "a")
        try policy.change("{\"enable\":false,\"device\":\"\"}")
        #expect(!policy.isEnabled && policy.nmea && policy.device == nil)
        let before = policy
        for wrong in ["", "{", "[]", "{\"json\":1}", "{\"device\":7}", "{\"raw\":1e99}"] {
            #expect(throws: (any Error).self) { try policy.change(wrong[...]) }
            #expect(policy == before)
        }
    }
}
