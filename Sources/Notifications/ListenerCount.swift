import Synchronization

/// How many clients of the notification socket there are.
package final class ListenerCount: Sendable {
    private let number = Atomic(0)

    package init() {}

    package var now: Int { number.load(ordering: .relaxed) }

    /// One more, while `body` runs.
    func with(_ body: () async -> Void) async {
        number.add(1, ordering: .relaxed)
        await body()
        number.subtract(1, ordering: .relaxed)
    }
}
