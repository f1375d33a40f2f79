package import NIOCore

/// Runs tasks on an event loop's thread, in turn with its sockets: what comes in at one, passes
/// through a task and goes out at another is never handed from thread to thread.
///
/// To be preferred by tasks that never keep the thread for long.
package final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    package init(_ loop: any EventLoop) {
        self.loop = loop
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
