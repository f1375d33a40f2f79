import Dispatch

/// A thread of its own for an actor that waits for the disk, so that others need not.
package final class DatabaseQueue: SerialExecutor {
    private let queue: DispatchQueue

    /// `label`: for debuggers.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
