package import HTTPService
package import Hummingbird
package import Logging

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
    package var peer: Peer

    package init(source: PageSource) {
        coreContext = .init(source: source)
        peer = source.peer
    }
}
