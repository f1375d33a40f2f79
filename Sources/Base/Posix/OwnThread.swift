import Glibc

/// Runs `body` on a new thread, which is not one of Dispatch's.
///
/// Dispatch checks its threads once a second. It ends the process if work waits for a thread then,
/// and no descriptor is left to read `/proc/TID/stat`.
package func onOwnThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let result = pthread_create(
        &thread, nil,
        { work in
            Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Work(body)).toOpaque())
    precondition(result == 0, "there is no thread: error \(result)")
    pthread_detach(thread)
}

private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
