package import Hummingbird
package import Logging
package import Posix

/// Who is at the other end of a connection.
package enum Peer: Hashable, Sendable {
    /// An IP address, as text. `isEncrypted`: whether the connection is TLS of our own.
    case network(address: String, isEncrypted: Bool)
    /// A program of this machine, at the gateway's own socket: whoever may open that is admin.
    case machine(Account)
}

/// What a `PageContext` is made of: who asks, and where errors are logged.
package struct PageSource: RequestContextSource {
    package let peer: Peer
    package let logger: Logger

    package init(peer: Peer, logger: Logger) {
        (self.peer, self.logger) = (peer, logger)
    }
}

/// What the handler of a route knows besides the request.
package struct PageContext: RequestContext {
    package typealias Source = PageSource

    package var coreContext: CoreRequestContextStorage
    package let peer: Peer

    package init(source: PageSource) {
        coreContext = .init(source: source)
        peer = source.peer
    }
}
