import Dispatch
import Posix
import Synchronization

/// A thread for an actor that waits for the disk, so that nobody else has to wait.
package final class DatabaseQueue: SerialExecutor {
    /// For debuggers.
    let label: String
    private let jobs = Jobs()

    /// Begins the thread, which ends with this.
    package init(label: String) {
        self.label = label
        onOwnThread { [jobs] in jobs.run() }
    }

    deinit { jobs.add(nil) }

    package func enqueue(_ job: consuming ExecutorJob) {
        jobs.add((UnownedJob(job), self))
    }
}

/// The jobs of the thread, in order.
private final class Jobs: Sendable {
    /// `nil` ends the thread.
    private let waiting = Mutex<[(job: UnownedJob, queue: DatabaseQueue)?]>([])
    private let count = DispatchSemaphore(value: 0)

    func add(_ job: (UnownedJob, DatabaseQueue)?) {
        waiting.withLock { $0.append(job) }
        count.signal()
    }

    func run() {
        while let next = next() {
            next.job.runSynchronously(on: next.queue.asUnownedSerialExecutor())
        }
    }

    private func next() -> (job: UnownedJob, queue: DatabaseQueue)? {
        count.wait()
        return waiting.withLock { $0.removeFirst() }
    }
}
