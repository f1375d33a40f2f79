import Glibc
import Posix
import Testing

struct TCPAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8377", true), ("127.255.0.9:1", true), ("[::1]:65535", true),
        ("[::ffff:127.0.0.1]:80", true), ("0.0.0.0:80", false), ("[::]:80", false),
        ("192.168.1.7:80", false), ("[fe80::1]:80", false),
    ])
    func `an address is read and written`(text: String, isLoopback: Bool) throws {
        let address = try #require(TCPAddress(text))
        #expect("\(address)" == text)
        #expect(address.host.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", ":", ":80", "80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536",
        "127.0.0.1:-1", "127.0.0.1:+1", "127.0.0.1: 80", "127.0.0.1:080808", "127.1:80",
        "127.0.0.256:80", "::1:80", "[::1]", "[127.0.0.1]:80", "[::1:80", "localhost:80", "*:80",
        "127.0.0.1\u{0}x:80", "[::1%lo]:80", "١٢٧.0.0.1:80", "127.0.0.1:٨٠",
    ])
    func `anything else is none`(text: String) {
        #expect(TCPAddress(text) == nil)
    }

    @Test(arguments: ["127.0.0.1", "[::1]"])
    func `who listens at a port is found there, and keeps others from it`(host: String) throws {
        // A free port: the system chooses one, and it is given back.
        let probe = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(probe) }
        var any = sockaddr_in6()
        any.sin6_family = sa_family_t(AF_INET6)
        let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let bound = withUnsafePointer(to: &any) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(probe, $0, size) }
        }
        #expect(bound == 0)
        let port = try #require(TCPAddress(of: probe)).port
        close(probe)
        let address = try #require(TCPAddress("\(host):\(port)"))
        let descriptor = try address.listen()
        defer { close(descriptor) }
        #expect(TCPAddress(of: descriptor) == address)
        #expect(throws: PortError.cannotListen(address, Errno(EADDRINUSE))) {
            try address.listen()
        }
    }

    @Test(arguments: [
        (EADDRINUSE, "another program listens there: stop it, or choose another port"),
        (EADDRNOTAVAIL, "this machine has no such address: choose one of its own"),
        (EACCES, "permission denied: choose a port from 1024 on, or have systemd listen"),
        (ENOBUFS, "cannot listen: no buffer space available"),
    ])
    func `why nobody can listen is one line that says what to do`(
        code: Int32, expected: String
    ) throws {
        let address = try #require(TCPAddress("192.0.2.1:80"))
        #expect(
            "\(PortError.cannotListen(address, Errno(code)))" == "192.0.2.1:80: \(expected)")
    }
}
