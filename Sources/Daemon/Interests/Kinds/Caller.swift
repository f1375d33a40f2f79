package import Geofencing
package import Posix

/// Who asks, when and where.
package struct Caller: Sendable {
    package var account: Account
    /// By the system's clock.
    package var now: Timestamp
    /// Where the device is; `nil` if that is not known.
    package var position: Coordinate?
    /// The device's clock while a trace is played; `nil` with a receiver, and if it is not known.
    package var traceTime: Timestamp?
    /// For whom it asks; `nil`: for its account.
    package private(set) var named: Owner?

    package init(account: Account, now: Timestamp, position: Coordinate? = nil) {
        self.account = account
        self.now = now
        self.position = position
    }

    /// The owner of the reservations that it makes.
    package var owner: Owner { named ?? Owner(account) }

    /// The same caller, asking for `named`; `nil`: for its account.
    package func acting(for named: Owner?) -> Caller {
        var caller = self
        caller.named = named
        return caller
    }
}

extension Account {
    /// Whether this account may change what `owner` has added.
    package func mayChange(_ owner: Account) -> Bool { self == owner || self == .root }
}
