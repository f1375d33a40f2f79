package import APIClient
package import Ways

/// A program that is told notices.
package protocol NoticeTarget: Sendable {
    /// Unique, and the same after a restart.
    var id: String { get }
    var kind: WayState.Kind { get }
    /// For people, without what is secret.
    var name: String { get }
    var selection: NoticeSelection { get }
    /// How many notices are told together, at most.
    var mostTogether: Int { get }
    /// Makes one attempt at each, in order. Answers for the first of them, at least for one, up to
    /// the first that is to be told later. Throws `CancellationError` alone.
    func tell(_ notices: [ReceivedNotice]) async throws -> [Telling]
    /// Waits until the target can be told something, and returns whether it may have lost what it has
    /// acknowledged a while ago. Throws `CancellationError` alone.
    func isReady() async throws -> Bool
    /// Returns when the target may have lost that. Throws `CancellationError` alone.
    func forgets() async throws
}

extension NoticeTarget {
    package var mostTogether: Int { 1 }

    package func isReady() async throws -> Bool { false }

    package func forgets() async throws {
        // Nobody rings it.
        try await Bell().wait()
    }
}

/// Which notices a target is told.
package struct NoticeSelection: Hashable, Sendable {
    package enum Devices: Hashable, Sendable {
        /// The one whose receiver the daemon has.
        case own
        case all
        /// By their ids.
        case named([String])
    }

    package var devices = Devices.own
    /// Of regions; `nil`: all.
    package var kinds: [String]?
    /// `nil`: all.
    package var transitions: [String]?

    package init() {}
}

/// What came of telling a notice.
package enum Telling: Hashable, Sendable {
    case told
    /// To be tried again, not before `after` seconds if the other side says so. `remedy`: what
    /// somebody must do; `nil` if waiting is enough.
    case later(String, remedy: String? = nil, after: Double? = nil)
    /// Never possible for this notice; others may be.
    case refused(String)
    /// The target wants nothing any more.
    case ended(String)
}
