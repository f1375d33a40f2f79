import Glibc

/// Runs `body` on a thread of its own.
///
/// It is none of Dispatch's: Dispatch ends the process if, when it looks after its threads once a
/// second, work waits for one of them and there is no descriptor left to read `/proc/TID/stat`
/// with.
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
