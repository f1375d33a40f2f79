import Glibc
package import NIOCore
package import Posix

extension Account {
    /// The account at the other end of a connection, as the kernel knows it (`SO_PEERCRED`,
    /// unix(7)): nothing in a request can change it.
    @Sendable package static func peer(of channel: any Channel) -> EventLoopFuture<Account> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let credentials: EventLoopFuture<Credentials> = options.unsafeGetSocketOption(
            level: .socket, name: .init(rawValue: SO_PEERCRED))
        return credentials.map { Account(uid: $0.uid) }
    }

    /// `struct ucred` of the C library, which the Glibc module leaves out.
    private struct Credentials: Sendable {
        var pid: Int32
        var uid: UInt32
        var gid: UInt32
    }
}
