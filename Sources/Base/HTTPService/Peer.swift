package import HTTPTypes
package import NIOCore
package import Posix

/// Who is at the other end of a connection.
package enum Peer: Hashable, Sendable {
    /// A program of this machine, at a Unix socket.
    case account(Account)
    /// Somebody at a port. `nil`: they have gone before anybody asked.
    case address(IPAddress?)

    /// For a connection to a Unix socket.
    @Sendable package static func account(of channel: any Channel) -> EventLoopFuture<Peer> {
        Account.peer(of: channel).map { .account($0) }
    }

    /// For a connection to a port.
    @Sendable package static func address(of channel: any Channel) -> EventLoopFuture<Peer> {
        let address = channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
        return channel.eventLoop.makeSucceededFuture(.address(address?.unmapped))
    }

    /// Whose request it is, where a proxy of this machine passes on what others ask: what the proxy
    /// has added to `X-Forwarded-For` is the last in it. What stands before it is whatever the
    /// client has written.
    package func behindProxy(_ headers: HTTPFields) -> Peer {
        guard case .address(let proxy?) = self, proxy.isLoopback,
            let last = headers[values: .forwardedFor].last?
                .split(separator: ",", omittingEmptySubsequences: false).last,
            let client = IPAddress(String(last).trimmed)
        else { return self }
        return .address(client.unmapped)
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
}
