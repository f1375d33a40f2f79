import Glibc
package import Hummingbird
package import Logging
import NIOCore
package import Posix

extension Account {
    /// The account at the other end of a connection, as the kernel knows it (`SO_PEERCRED`,
    /// unix(7)): nothing in a request can change it.
    @Sendable static func peer(of channel: any Channel) -> EventLoopFuture<Account> {
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

/// What the handler of a route knows besides the request.
package struct ControlContext: RequestContext {
    package typealias Source = ControlSource

    package var coreContext: CoreRequestContextStorage
    /// Who asks.
    package let account: Account

    package init(source: ControlSource) {
        coreContext = .init(source: source)
        account = source.account
    }
}

/// What a `ControlContext` is made of: who asks, and where errors are logged.
package struct ControlSource: RequestContextSource {
    package let account: Account
    package let logger: Logger

    package init(account: Account, logger: Logger) {
        self.account = account
        self.logger = logger
    }
}
