import HTTPService
import HTTPTypes
import Posix
import Testing

struct PeerTests {
    @Test(arguments: [
        ("127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["10.0.0.1, 192.0.2.7"], "192.0.2.7"),
        ("::1", ["10.0.0.1", "evil", "2001:db8::7"], "2001:db8::7"),
        ("127.0.0.1", ["10.0.0.1,\t::ffff:192.0.2.7 "], "192.0.2.7"),
        // Nothing that is an address: the proxy itself.
        ("127.0.0.1", [], "127.0.0.1"), ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", ["192.0.2.7,"], "127.0.0.1"), ("127.0.0.1", ["unknown"], "127.0.0.1"),
        ("127.0.0.1", ["192.0.2.7:80"], "127.0.0.1"), ("127.0.0.1", ["[::1]"], "127.0.0.1"),
        // Whoever is no proxy of this machine may write what they like.
        ("192.0.2.1", ["192.0.2.7"], "192.0.2.1"), ("2001:db8::1", ["127.0.0.1"], "2001:db8::1"),
    ])
    func `behind a proxy of this machine, the client is who the proxy says last`(
        peer: String, forwarded: [String], client: String
    ) {
        var headers = HTTPFields()
        headers[values: HTTPField.Name("X-Forwarded-For")!] = forwarded
        let peer = Peer.address(IPAddress(peer))
        #expect(peer.behindProxy(headers) == .address(IPAddress(client)))
    }

    @Test func `an account is nobody's proxy`() {
        var headers = HTTPFields()
        headers[HTTPField.Name("X-Forwarded-For")!] = "192.0.2.7"
        #expect(Peer.account(.root).behindProxy(headers) == .account(.root))
        #expect(Peer.address(nil).behindProxy(headers) == .address(nil))
    }
}
