package import Geofencing
import Posix

/// Who asks, when and where.
package struct Caller: Sendable {
    package var account: Account
    /// By the system's clock.
    package var now: Timestamp
    /// Where the device is; `nil` if that is not known.
    package var position: Coordinate?
    /// Whom it asks for; `nil`: for its account.
    package private(set) var named: Owner?

    package init(account: Account, now: Timestamp, position: Coordinate? = nil) {
        self.account = account
        self.now = now
        self.position = position
    }

    /// Whose a reservation is that it makes.
    package var owner: Owner { named ?? Owner(account) }

    package func acting(for named: Owner?) -> Caller {
        var caller = self
        caller.named = named
        return caller
    }
}

/// A user of the machine, by number.
package struct Account: Hashable, Sendable {
    package var uid: UInt32

    package init(uid: UInt32) {
        self.uid = uid
    }

    package static let root = Account(uid: 0)

    /// Whether it may change what `owner` has added.
    package func mayChange(_ owner: Account) -> Bool { self == owner || self == .root }
}

/// Why something that was asked for is not done.
package struct Refusal: Error, Hashable, CustomStringConvertible {
    package enum Reason: Sendable {
        case invalid, forbidden, notFound, conflict, busy
    }

    package var reason: Reason
    /// What it is about, as in `radius` or `deal 42`; ready for a message.
    package var subject: String
    /// What is wrong, and what to do.
    package var words: String
    /// Warnings and candidates, a line each.
    package var details: [String]

    package init(
        _ reason: Reason, _ subject: String, _ words: String, details: [String] = []
    ) {
        self.reason = reason
        self.subject = subject
        self.words = words
        self.details = details
    }

    package var description: String {
        (["\(subject): \(words)"] + details.map { "  \($0)" }).joined(separator: "\n")
    }
}
