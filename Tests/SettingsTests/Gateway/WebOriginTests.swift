import Settings
import Testing

struct WebOriginTests {
    @Test(arguments: [
        ("https://home.example", "https://home.example"),
        ("HTTPS://Home.Example/", "https://home.example"),
        ("https://home.example:443", "https://home.example"),
        ("http://home.example:80", "http://home.example"),
        ("http://home.example:443", "http://home.example:443"),
        ("http://127.0.0.1:8377", "http://127.0.0.1:8377"),
        ("http://[::1]:8377", "http://[::1]:8377"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]"),
        ("http://x-1.localhost:8377", "http://x-1.localhost:8377"),
    ])
    func `an origin is written in one way`(text: String, expected: String) {
        #expect(WebOrigin(text)?.description == expected)
    }

    @Test(arguments: [
        "", "home.example", "//home.example", "ftp://home.example", "https://", "https:///",
        "https://home.example/path", "https://home.example//", "https://home.example?q",
        "https://home.example#f", "https://anna@home.example", "https://home.example:",
        "https://home.example:0", "https://home.example:65536", "https://home.example:+1",
        "https://home..example", "https://home.example.", "https://-home.example",
        "https://ho me.example", "https://hömе.example", "https://home\u{0}.example",
        "https://[::1", "https://::1", "https://[fe80::1%eth0]", "https://[127.0.0.1]",
    ])
    func `anything else is none`(text: String) {
        #expect(WebOrigin(text) == nil)
        #expect(WebOrigin(text + String(repeating: "x", count: 1 << 20)) == nil)
    }

    @Test(arguments: [
        ("http://localhost", true), ("http://a.localhost:1", true), ("http://127.1.2.3", true),
        ("http://[::1]", true), ("http://localhost.example", false), ("http://10.0.0.1", false),
        ("http://notlocalhost", false), ("http://[::]", false),
    ])
    func `loopback leads to this machine alone`(text: String, isLoopback: Bool) {
        #expect(WebOrigin(text)?.isLoopback == isLoopback)
    }
}
