import Glibc
import Posix
import Synchronization

/// The signals that a daemon handles. A thread waits for them, and for nothing else.
package final class Signals: Sendable {
    /// SIGTERM and SIGINT: the daemon has to end.
    package let ends: AsyncStream<Void>
    /// SIGHUP: the daemon has to read its configuration again.
    package let hangups: AsyncStream<Void>

    private let isHandled = Atomic(false)

    /// Call it before there are other threads: they inherit that the signals are blocked.
    package init() {
        let (ends, end) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (hangups, hangup) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (self.ends, self.hangups) = (ends, hangups)
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        onOwnThread { [signals, self] in
            var signals = signals
            var number: Int32 = 0
            while sigwait(&signals, &number) == 0 {
                if number == SIGHUP {
                    hangup.yield()
                } else {
                    if !isHandled.load(ordering: .acquiring) { _exit(0) }
                    end.yield()
                }
            }
        }
    }

    /// From now on, the daemon is ended in order. Before this, SIGTERM and SIGINT end the process
    /// at once.
    package func handle() { isHandled.store(true, ordering: .releasing) }
}
