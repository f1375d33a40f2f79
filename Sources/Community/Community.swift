import Posix
import SQLite

/// The people of the gateway, their groups and phones, and who may do and see what of them.
///
/// Every method that is about somebody takes `by caller`, and is the one place that decides whether
/// the caller may. A method that changes something is one transaction.
package actor Community {
    private let queue = DatabaseQueue(label: "community")

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// In the gateway's state directory.
    package static let fileName = "gateway.sqlite"

    /// `directory`: the state directory, which must exist. `now`: seconds since 1970 by the system's
    /// clock. `uptime`: seconds since `boot` by a clock that nobody sets (`CLOCK_BOOTTIME`).
    package init(
        in directory: String, boot: String = bootID,
        now: @escaping @Sendable () -> Int64, uptime: @escaping @Sendable () -> Double
    ) throws {
        fatalError("not yet")
    }

    /// How many changes of people, groups, phones and sharing there have been since the start. Returns
    /// at once if there have been more than `count`, and else when there is one more, or when the task
    /// is cancelled.
    package nonisolated func nextChange(after count: Int) async -> Int { fatalError("not yet") }

    /// Removes what is over, and finishes what was to be forgotten. To be called at the start and each
    /// hour.
    package func tidy() throws { fatalError("not yet") }
}
