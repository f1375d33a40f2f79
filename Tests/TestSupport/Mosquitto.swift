import Glibc
import Posix

/// A real broker (mosquitto) of a test's own, at a port of this machine.
package final class Mosquitto: Sendable {
    package let port: Int
    private let folder = TemporaryFolder()
    private let configuration: String
    private let process = Process()

    /// `more`: lines of its configuration (mosquitto.conf(5)). `keeps`: whether sessions outlive the
    /// broker. `isAnonymous`: whether everybody may connect.
    package init(_ more: String = "", keeps: Bool = true, isAnonymous: Bool = true) throws {
        port = try freePort()
        configuration = folder.file("mosquitto.conf")
        try folder.write(
            "mosquitto.conf",
            """
            listener \(port) 127.0.0.1
            allow_anonymous \(isAnonymous)
            max_queued_messages 0
            persistence \(keeps)
            persistence_location \(folder.path)/
            log_dest file \(folder.file("log"))
            log_type all
            user root
            \(more)

            """.utf8)
        try start()
    }

    deinit { process.end(SIGKILL) }

    /// Starts it, and returns when it listens.
    package func start() throws {
        try process.start("/usr/sbin/mosquitto", ["-c", configuration])
        let end = ContinuousClock.now + .seconds(patience)
        while !isListening(port) {
            guard ContinuousClock.now < end else {
                throw TookTooLong("mosquitto at port \(port)", patience, lastSeen: log)
            }
            usleep(10_000)
        }
    }

    /// Ends it kindly: it writes down what it keeps.
    package func stop() { process.end(SIGTERM) }

    /// It loses what it has not written down.
    package func kill() { process.end(SIGKILL) }

    /// It does nothing any more, until `thaw`.
    package func freeze() { process.send(SIGSTOP) }

    package func thaw() { process.send(SIGCONT) }

    /// What it has logged.
    package var log: String {
        let bytes = try? InputFile.contents(of: folder.file("log"), limit: 64 << 20)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }
}
