import NIOCore
import NIOPosix

/// The addresses of `localhost`, without looking it up: a system without /etc/hosts does not know
/// the name, and it can be nothing else (RFC 6761, 6.3).
struct Loopback: Resolver, Sendable {
    let loop: any EventLoop

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        at("127.0.0.1", port)
    }

    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        at("::1", port)
    }

    func cancelQueries() {}

    private func at(_ address: String, _ port: Int) -> EventLoopFuture<[SocketAddress]> {
        loop.makeCompletedFuture { [try SocketAddress(ipAddress: address, port: port)] }
    }
}
