import Dispatch
import Posix
import Synchronization

/// A thread of its own for an actor that waits for the disk, so that others need not.
package final class DatabaseQueue: SerialExecutor {
    /// For debuggers.
    let label: String
    private let jobs = Jobs()

    package init(label: String) {
        self.label = label
        onOwnThread { [jobs] in jobs.run() }
    }

    deinit { jobs.add(nil) }

    package func enqueue(_ job: consuming ExecutorJob) {
        jobs.add((UnownedJob(job), self))
    }
}

/// What the thread has to do, in turn.
private final class Jobs: Sendable {
    /// `nil` is the end.
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
