import Glibc
import Posix
import Synchronization

/// The signals that say something to the daemon, taken by a thread that waits for nothing else.
final class Signals: Sendable {
    /// That the daemon shall end.
    let ends: AsyncStream<Void>
    /// That it shall read its configuration again.
    let hangups: AsyncStream<Void>

    private let isHandled = Atomic(false)

    /// To be called before there are other threads: what is blocked here is blocked in all that
    /// come after.
    init() {
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

    /// From now on there is something to end in order.
    func handle() { isHandled.store(true, ordering: .releasing) }
}
