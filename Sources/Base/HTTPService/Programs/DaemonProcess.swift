package import ArgumentParser
import CBacktrace
import Glibc
package import Logging

/// What a daemon sets up before it does anything.
package enum DaemonProcess {
    /// Until the daemon handles signals itself (`Signals`), they end it at once. Call it first.
    package static func prepare() {
        cbacktrace_at_crash()
        // Nothing has begun yet that would have to be ended in order.
        for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
    }

    /// Runs `body`, and logs what it throws, a line for each of its lines.
    ///
    /// Only the owner may read the files that it makes: they say where somebody is. Sockets have
    /// modes of their own.
    package static func run(
        as program: String, _ body: (Logger) throws -> Void
    ) throws(ExitCode) {
        // The reader of the log may go away: that is no reason to stop.
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow any more is an error of write(2), not the end.
        signal(SIGXFSZ, SIG_IGN)
        umask(0o077)
        allowAllDescriptors()
        let log = Logger(label: program) { StandardErrorLog(of: $0) }
        do {
            try body(log)
        } catch {
            for line in "\(error)".split(separator: "\n") { log.error("\(line)") }
            throw .failure
        }
    }

    /// Lets the daemon have as many descriptors as the system allows: a thousand clients need them.
    private static func allowAllDescriptors() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // If this fails, there are fewer: connecting then waits until some are free (`AcceptPause`).
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
