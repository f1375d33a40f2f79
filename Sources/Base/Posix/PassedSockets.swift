import Glibc

/// Listening sockets that systemd has opened and passed to this program (sd_listen_fds(3)).
package struct PassedSockets: Sendable {
    /// By the name in their unit (`FileDescriptorName=`): their order differs from start to start.
    /// A unit with several `ListenStream=` passes several of one name.
    private let descriptors: [String: [Int32]]

    /// The number of the first one (`SD_LISTEN_FDS_START`).
    private static let first: Int32 = 3
    private static let most: Int32 = 1024

    /// `environment` looks up a variable.
    package init(environment: (String) -> String? = variable(named:)) {
        var descriptors: [String: [Int32]] = [:]
        // They are for this process, and not for its parent.
        if environment("LISTEN_PID") == "\(getpid())",
            let count = environment("LISTEN_FDS").flatMap({ Int32($0) }),
            (1...Self.most).contains(count)
        {
            let names = (environment("LISTEN_FDNAMES") ?? "")
                .split(separator: ":", omittingEmptySubsequences: false)
            for (name, descriptor) in zip(names, Self.first..<Self.first + count) {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                descriptors[String(name), default: []].append(descriptor)
            }
        }
        self.descriptors = descriptors
    }

    /// Of all that were passed, sorted.
    package var names: [String] { descriptors.keys.sorted() }

    /// The socket with that name, and its path; `nil` if none was passed. Throws if it is not a
    /// listening Unix socket at a path.
    package func socket(
        named name: String
    ) throws(SocketError) -> (path: SocketPath, descriptor: Int32)? {
        guard let descriptor = descriptors[name]?.last else { return nil }
        guard isListening(descriptor), let path = path(of: descriptor) else {
            throw .notListening(name)
        }
        return (try SocketPath(path), descriptor)
    }

    /// The sockets with that name, and where they listen. Throws if one is not a listening socket
    /// of TCP.
    package func ports(
        named name: String
    ) throws(PortError) -> [(address: TCPAddress, descriptor: Int32)] {
        var ports: [(address: TCPAddress, descriptor: Int32)] = []
        for descriptor in descriptors[name] ?? [] {
            guard isListening(descriptor), let address = TCPAddress(of: descriptor) else {
                throw .notListening(name)
            }
            ports.append((address, descriptor))
        }
        return ports
    }

    private func isListening(_ descriptor: Int32) -> Bool {
        option(SO_ACCEPTCONN, of: descriptor) == 1
            && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
    }

    private func option(_ option: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
    }

    /// `nil` if it is not a Unix socket, or has no path.
    private func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isKnown, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let path = withUnsafeBytes(of: &address.sun_path) { $0.prefix { $0 != 0 }.map { $0 } }
        return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
    }
}
