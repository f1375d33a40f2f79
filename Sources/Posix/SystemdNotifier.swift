import Glibc

/// Whoever started this program and wants to hear how it is: systemd, as sd_notify(3) has it.
///
/// That is lines in a datagram, too little to need libsystemd for.
package final class SystemdNotifier: Sendable {
    /// Without a sign of life for so long, it ends the program; `nil` if it waits for none.
    package let patience: Duration?

    private let address: String
    /// Kept open: later, clients may have taken all descriptors.
    private let descriptor: Int32

    /// What there is to tell.
    package enum Sign: Equatable, Sendable {
        case ready, reloading, stopping, alive
        /// In words, for `systemctl status`.
        case status(String)
    }

    /// `nil` if nobody wants to hear anything. `environment`: looks a variable up.
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

    /// One that does not take it now is not waited for.
    package func notify(_ signs: Sign...) {
        let message = Array(signs.map(\.text).joined(separator: "\n").utf8)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = address.hasPrefix("@")
        withUnsafeMutableBytes(of: &name.sun_path) { path in
            path.copyBytes(from: address.utf8)
            if isAbstract { path[0] = 0 }
        }
        // The name of an abstract socket ends where its address does (unix(7)).
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
