import Glibc

/// Waits until `descriptor` can be read or has ended. It must stay open meanwhile.
///
/// A thread waits in poll(2) where it is not there yet. A read source of libdispatch (Swift 6.3) uses
/// memory that it has freed when the other end of a pipe goes away, which ends the process.
///
/// Throws `CancellationError` if the task is cancelled, and an `Errno` where no descriptors are left.
package func waitUntilReadable(_ descriptor: Int32) async throws {
    try Task.checkCancellation()
    var now = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    if poll(&now, 1, 0) > 0 { return }
    let wait = try ReadWait()
    await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            onOwnThread {
                wait.run(descriptor)
                continuation.resume()
            }
        }
    } onCancel: {
        wait.end()
    }
    try Task.checkCancellation()
}

/// One wait in poll(2), which any thread may end.
private final class ReadWait: Sendable {
    private let wakes: Int32
    private let waker: Int32

    init() throws(Errno) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .current }
        (wakes, waker) = (ends[0], ends[1])
    }

    deinit {
        close(wakes)
        close(waker)
    }

    func run(_ descriptor: Int32) {
        var both = [descriptor, wakes].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&both, 2, -1) < 0, errno == EINTR {}
    }

    func end() {
        var byte: UInt8 = 0
        _ = write(waker, &byte, 1)
    }
}
