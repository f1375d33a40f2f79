import Glibc

/// Says to systemd how this program is (sd_notify(3)).
///
/// That takes lines of text in a datagram, too little to need libsystemd.
package final class SystemdNotifier: Sendable {
    /// systemd ends the program after this time without `.alive`; `nil` if it expects none
    /// (`WatchdogSec=`).
    package let patience: Duration?

    private let address: String
    /// Opened at the start: later, clients may have taken all descriptors.
    private let descriptor: Int32

    /// What systemd can be told.
    package enum Sign: Equatable, Sendable {
        case ready, reloading, stopping, alive
        /// In words, for `systemctl status`.
        case status(String)
    }

    /// `nil` if systemd has given this program no socket. `environment` looks up a variable.
    package init?(environment: (String) -> String? = variable(named:)) {
        guard let address = environment("NOTIFY_SOCKET"), let first = address.utf8.first,
            first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
            address.utf8.count <= SocketPath.longest
        else { return nil }
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        self.address = address
        patience = Self.patience(environment)
    }

    deinit { close(descriptor) }

    /// Sends `signs` in one datagram. It is lost if systemd cannot take it at once.
    package func notify(_ signs: Sign...) {
        let message = Array(signs.map(\.text).joined(separator: "\n").utf8)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = address.hasPrefix("@")
        withUnsafeMutableBytes(of: &name.sun_path) { path in
            path.copyBytes(from: address.utf8)
            if isAbstract { path[0] = 0 }
        }
        // The length of the address ends the name of an abstract socket, and a NUL does not
        // (unix(7)).
        let size = MemoryLayout<sa_family_t>.size + address.utf8.count + (isAbstract ? 0 : 1)
        _ = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    descriptor, message, message.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0,
                    socklen_t(size))
            }
        }
    }

    private static func patience(_ environment: (String) -> String?) -> Duration? {
        guard let time = environment("WATCHDOG_USEC").flatMap({ Int64($0) }), time > 0 else {
            return nil
        }
        if let process = environment("WATCHDOG_PID"), process != "\(getpid())" { return nil }
        return .microseconds(time)
    }
}

extension SystemdNotifier.Sign {
    fileprivate var text: String {
        switch self {
        case .ready: "READY=1"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds())"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        case .status(let words): "STATUS=\(words.visible)"
        }
    }
}

private func monotonicMicroseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
}

/// A variable of the environment; `nil` if it is not set.
package func variable(named name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
