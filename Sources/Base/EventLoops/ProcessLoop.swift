import CTasks
import NIOCore
import NIOPosix

/// The only event loop of a program that needs no more than one thread.
package enum ProcessLoop {
    /// Its thread, for actors that never block, and never compute for long.
    package static var executor: any SerialExecutor { loop.executor }

    static var loop: any EventLoop { MultiThreadedEventLoopGroup.singleton.any() }

    /// Runs `body` and all its tasks on one thread with the sockets, and returns when `body` has
    /// ended. Call it once, before there is any loop.
    package static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
        NIOSingletons.groupLoopCountSuggestion = 1
        // Tasks that libraries begin without a preference run here as well, and not on Dispatch's
        // threads. NIO can do this too, but it finds the hook only if Swift is linked dynamically.
        ctasks_take_over { job in
            ProcessLoop.loop.executor.enqueue(
                ExecutorJob(unsafeBitCast(job, to: UnownedJob.self)))
        }
        let end = loop.makePromise(of: Void.self)
        Task(executorPreference: LoopExecutor(loop)) {
            do {
                end.succeed(try await body())
            } catch {
                end.fail(error)
            }
        }
        try end.futureResult.wait()
    }
}
