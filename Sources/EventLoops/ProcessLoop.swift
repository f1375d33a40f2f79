import Dispatch
import NIOCore
import NIOPosix

/// The one event loop of a program that needs no more than a thread.
package enum ProcessLoop {
    /// Its thread, for an actor that never keeps it for long.
    package static var executor: any SerialExecutor { loop.executor }

    static var loop: any EventLoop { MultiThreadedEventLoopGroup.singleton.any() }

    /// Runs `body` and all its tasks on one thread with the sockets, and waits for its end; to be
    /// called once, before there is any loop.
    package static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
        NIOSingletons.groupLoopCountSuggestion = 1
        // Libraries begin tasks without a preference: they run here as well. Where this cannot be
        // had, Dispatch runs them, which could not begin to do so without descriptors.
        if !NIOSingletons.unsafeTryInstallSingletonPosixEventLoopGroupAsConcurrencyGlobalExecutor()
        {
            DispatchQueue.global().async {}
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
