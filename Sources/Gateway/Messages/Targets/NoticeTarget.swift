package import APIClient
package import MQTT

/// A program that is told notices.
package protocol NoticeTarget: Sendable {
    /// Unique, and the same after a restart; it may be secret.
    var id: String { get }
    /// Another for each way in or out, and the same after a restart, without what is secret.
    var shownID: String { get }
    var kind: EndpointState.Kind { get }
    /// For people, without what is secret.
    var name: String { get }
    var selection: NoticeSelection { get }
    /// Another text for other settings: with these alone, a target that has ended is told again.
    var settings: String { get }
    /// How many notices are told together, at most.
    var mostTogether: Int { get }
    /// Makes one attempt at each, in order. Answers for the first of them, at least for one, up to
    /// the first that is to be told later. Throws `CancellationError` alone.
    func tell(_ notices: [ReceivedNotice]) async throws -> [Delivery]
    /// Waits until the target can be told something, and returns whether it may have lost what it has
    /// acknowledged a while ago. Throws `CancellationError` alone.
    func isReady() async throws -> Bool
    /// Returns when the target may have lost that. Throws `CancellationError` alone.
    func forgets() async throws
}

extension NoticeTarget {
    package var mostTogether: Int { 1 }

    package var settings: String { "" }

    package func isReady() async throws -> Bool { false }

    package func forgets() async throws {
        // Nobody rings it.
        try await AsyncSignal().wait()
    }
}

/// Which notices a target is told.
package struct NoticeSelection: Hashable, Sendable {
    /// By their ids; `nil`: all.
    package var devices: [String]?
    /// Of regions; `nil`: all.
    package var kinds: [String]?
    /// `nil`: all.
    package var transitions: [String]?

    package init() {}
}
