package import NIOCore

/// Runs tasks on the thread of an event loop, in turn with its sockets. Data that come in at one
/// socket, pass through a task and go out at another stay on one thread.
///
/// Only for tasks that never block, and never compute for long.
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
