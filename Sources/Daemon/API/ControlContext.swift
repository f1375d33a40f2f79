package import Hummingbird
package import Logging
package import Posix

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
}
