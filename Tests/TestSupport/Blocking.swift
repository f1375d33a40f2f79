import Glibc

/// Waits for `body` without keeping a thread from other tasks.
package func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        let work = Work { continuation.resume(returning: body()) }
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { work in
                Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        precondition(result == 0, "no thread: \(result)")
        pthread_detach(thread)
    }
}

private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
