import Synchronization

/// How many clients of the notification socket there are.
package final class ListenerCount: Sendable {
    private let number = Atomic(0)

    package init() {}

    /// How many there are now.
    package var now: Int { number.load(ordering: .relaxed) }

    /// Counts one more while `body` runs.
    func with(_ body: () async -> Void) async {
        number.add(1, ordering: .relaxed)
        await body()
        number.subtract(1, ordering: .relaxed)
    }
}
